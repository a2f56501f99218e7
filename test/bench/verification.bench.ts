/** How fast sources are verified: whole files against ESLint, and a small change in a large repository against git. */

import { Linter } from 'eslint';
import type { BenchRow } from '../../build/bench-row.ts';
import { parseRules, textOf, verifyInThisThread } from '../../core/verification/index.ts';
import { systemClock } from '../../core/world/index.ts';
import { findCorpora, linesOf } from './planted/corpora.ts';
import type { Corpus, CorpusLanguage } from './planted/corpus.ts';
import { benchDelta } from './verification-delta.ts';

type Print = (row: BenchRow) => void;

/** Time of a small change, then lines per second of each language on the largest corpus of it that is here. */
export async function bench(print: Print): Promise<void> {
  // First, because a process that holds whole corpora starts others slowly.
  await benchDelta(print);
  const byLanguage = new Map<CorpusLanguage, Corpus>();
  for (const corpus of findCorpora()) {
    const known = byLanguage.get(corpus.language);
    if (known === undefined || corpus.files.length > known.files.length) byLanguage.set(corpus.language, corpus);
  }
  for (const corpus of byLanguage.values()) await benchReading(corpus, print);
}

/** Style and complexity of every file, in one thread, as ESLint does it. */
async function benchReading(whole: Corpus, print: Print): Promise<void> {
  const corpus = { ...whole, files: whole.files.slice(0, 200) };
  const rules = parseRules(
    {
      style_rules: { max_line_length: 120 },
      complexity_rules: { max_lines_per_function: 50, max_nesting_depth: 4, max_cyclomatic_complexity: 10 },
    },
    'rules',
  );
  if (!rules.ok) throw new Error(rules.problem.message);
  const policy = { name: 'bench', agentType: null, rules: rules.value };
  const { tree } = corpus;
  const files = corpus.files.map((path) => ({ path, basePath: null }));
  for (const path of corpus.files) tree.read(path);
  const start = performance.now();
  await verifyInThisThread({ base: null, head: tree, files }, policy, '', systemClock);
  const seconds = (performance.now() - start) / 1000;
  const lines = linesOf(corpus);
  const name = `verify: ${corpus.language}, style and complexity (${corpus.name}, ${lines} lines)`;
  const value = `${Math.round(lines / seconds).toLocaleString('en')} lines/s`;
  if (corpus.language !== 'JavaScript') return print({ name, value, aim: null, met: null, note: '' });
  const ratio = eslintSeconds(corpus) / seconds;
  print({
    name,
    value,
    aim: '5 × ESLint',
    met: ratio >= 5,
    note:
      `${ratio.toFixed(1)} × ESLint 9 with complexity, max-depth, max-lines-per-function and max-len ` +
      'on the same files',
  });
}

function eslintSeconds({ tree, files }: Corpus): number {
  const linter = new Linter();
  const rules: Linter.RulesRecord = {
    complexity: ['error', 10],
    'max-depth': ['error', 4],
    'max-lines-per-function': ['error', 50],
    'max-len': ['error', 120],
  };
  const texts = files.map((path) => textOf(tree, path) ?? '');
  const start = performance.now();
  for (const text of texts) linter.verify(text, [{ rules, languageOptions: { sourceType: 'commonjs' } }]);
  return (performance.now() - start) / 1000;
}
