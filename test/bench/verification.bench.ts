/** How fast sources are verified: whole files against ESLint, and a small change in a large repository against git. */

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Linter } from 'eslint';
import type { BenchRow } from '../../build/bench-row.ts';
import { projectRoot } from '../../build/run-command.ts';
import {
  FindingsCache,
  parseRules,
  prepareVerification,
  textOf,
  verifyChange,
  verifyInThisThread,
} from '../../core/verification/index.ts';
import { systemClock, systemTicker } from '../../core/world/index.ts';
import { type Corpus, type CorpusLanguage, findCorpora, linesOf } from './planted/corpora.ts';

type Print = (row: BenchRow) => void;

export async function bench(print: Print): Promise<void> {
  const byLanguage = new Map<CorpusLanguage, Corpus>();
  for (const corpus of findCorpora()) {
    const known = byLanguage.get(corpus.language);
    if (known === undefined || corpus.files.length > known.files.length) byLanguage.set(corpus.language, corpus);
  }
  for (const corpus of byLanguage.values()) await benchReading(corpus, print);
  await benchDelta(print);
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
    note: `${ratio.toFixed(1)} × ESLint 9 with complexity, max-depth, max-lines-per-function and max-len on the same files`,
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

const copies = 5;

/** Ten changed files in a repository of more than 2,000: this project's own `core`, several times. */
async function benchDelta(print: Print): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-bench-'));
  const cache = join(folder, 'cache');
  const repository = join(folder, 'repository');
  const git = (...words: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...words], { cwd: repository });
  try {
    mkdirSync(repository);
    for (let copy = 0; copy < copies; copy += 1)
      cpSync(join(projectRoot, 'core'), join(repository, `part${copy}`), { recursive: true });
    for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', '.gitignore']) {
      cpSync(join(projectRoot, name), join(repository, name));
    }
    symlinkSync(join(projectRoot, 'node_modules'), join(repository, 'node_modules'));
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'base');
    const rooms = readdirSync(join(repository, 'part2')).filter((name) => !name.includes('.'));
    for (const room of rooms.slice(0, 10)) {
      await appendFile(
        join(repository, 'part2', room, 'index.ts'),
        '\nexport const added = (text: string): number => text.length;\n',
      );
    }
    const diff = seconds(() => git('diff', '--stat'));
    const cold = await runCli(repository, cache);
    const again = await runCli(repository, cache);
    await verifyHere(repository, cache);
    const warm = await verifyHere(repository, cache);
    const against = (value: number) => `${(value / diff).toFixed(0)} × git diff (${(diff * 1000).toFixed(0)} ms)`;
    const row = (name: string, value: number, aim: number | null, note: string) =>
      print({
        name,
        value: `${value.toFixed(2)} s`,
        aim: aim === null ? null : `< ${aim} s`,
        met: aim === null ? null : value < aim,
        note,
      });
    row('verify: 10 files of 2,000 changed, first time', cold.seconds, 2, against(cold.seconds));
    row('verify: the same again by the command', again.seconds, null, against(again.seconds));
    row('verify: the same again in a running program', warm, 0.3, against(warm));
    print({
      name: 'verify: memory of all its processes, first time',
      value: `${Math.round(cold.megabytes)} MB`,
      aim: '< 700 MB',
      met: cold.megabytes < 700,
      note: '',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function seconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

/** One run of `mizan verify`, with the most memory that it and its processes held at a time. */
async function runCli(
  folder: string,
  cache: string,
): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(projectRoot, 'core/cli/main.ts'), 'verify'], {
    cwd: folder,
    env: { ...process.env, XDG_CACHE_HOME: cache },
    stdio: 'ignore',
  });
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, megabytesBelow(child.pid ?? 0));
  }, 50);
  await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  return { seconds: (performance.now() - start) / 1000, megabytes: most };
}

/** Memory of a process and all below it, on Linux; elsewhere 0. */
function megabytesBelow(top: number): number {
  const parents = new Map<number, { readonly parent: number; readonly kilobytes: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const number = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      parents.set(Number(name), { parent: number('PPid'), kilobytes: number('RssAnon') });
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => pid === top || (parents.has(pid) && isBelow(parents.get(pid)?.parent ?? 0));
  return [...parents].filter(([pid]) => isBelow(pid)).reduce((sum, [, { kilobytes }]) => sum + kilobytes / 1024, 0);
}

async function verifyHere(folder: string, cacheFolder: string): Promise<number> {
  const start = performance.now();
  const prepared = await prepareVerification({ folder, policyName: null, paths: [], ref: null, to: null });
  if (!prepared.ok) throw new Error(prepared.problem.message);
  const { change, policy } = prepared.value;
  const cache = new FindingsCache(join(cacheFolder, 'mizan', 'verification'));
  const world = { clock: systemClock, ticker: systemTicker, signal: null, progress: () => undefined, cache };
  const result = await verifyChange(change, policy, '', world);
  if (!result.ok) throw new Error(result.problem.message);
  return (performance.now() - start) / 1000;
}
