/**
 * `node build/launch.mjs test/bench/complexity/run.ts`: the cyclomatic number of every function of installed packages as
 * Mizan and as ESLint's `complexity` count it, and of every function of Python's standard library as Mizan and as Debian's
 * `radon` do. What differs is printed with its place. A corpus or a tool that is not here is named and left out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { z } from 'zod';
import { projectRoot } from '../../../build/run-command.ts';
import { languageOf, readSource } from '../../../core/verification/index.ts';

/** What a tool says of one function. */
interface Counted {
  readonly line: number;
  readonly cyclomatic: number;
}

interface Agreement {
  files: number;
  functions: number;
  equal: number;
}

const packages = ['eslint', 'zod', 'commander', 'minimatch', 'yaml', 'fast-check'];
const python = '/usr/lib/python3.11';
const say = (line: string) => process.stdout.write(`${line}\n`);

/** What Mizan counts; null for a source that it does not read. */
function countedHere(file: string, text: string): readonly Counted[] | null {
  const language = languageOf(file);
  const model = language === null ? null : readSource(language, text, file);
  return model === null || 'reason' in model || model.syntaxError !== null ? null : model.functions;
}

/** Null for a source that ESLint does not parse. Fields and static blocks of classes are no functions. */
function countedByEslint(linter: Linter, file: string, text: string): readonly Counted[] | null {
  const sourceType = file.endsWith('.cjs') ? ('commonjs' as const) : ('module' as const);
  const messages = linter.verify(text, {
    languageOptions: { sourceType },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: { complexity: ['error', { max: 0, variant: 'classic' }] },
  });
  if (messages.some(({ fatal }) => fatal)) return null;
  return messages.flatMap(({ message, line }) => {
    const number = /complexity of (\d+)/.exec(message)?.[1];
    if (number === undefined || /^Class (field|static)/.test(message)) return [];
    return [{ line, cyclomatic: Number(number) }];
  });
}

interface RadonBlock {
  readonly type: string;
  readonly lineno: number;
  readonly complexity: number;
  readonly closures?: readonly RadonBlock[] | undefined;
  readonly methods?: readonly RadonBlock[] | undefined;
}
const radonBlock: z.ZodType<RadonBlock> = z.lazy(() =>
  z.object({
    type: z.string(),
    lineno: z.number(),
    complexity: z.number(),
    closures: z.array(radonBlock).optional(),
    methods: z.array(radonBlock).optional(),
  }),
);
const radonReport = z.record(z.string(), z.union([z.array(radonBlock), z.object({ error: z.string() })]));

/** Every function by its line: radon tells methods of a class twice. */
function functionsIn(blocks: readonly RadonBlock[], into = new Map<number, Counted>()): ReadonlyMap<number, Counted> {
  for (const { type, lineno, complexity, closures = [], methods = [] } of blocks) {
    if (type !== 'class') into.set(lineno, { line: lineno, cyclomatic: complexity });
    functionsIn([...closures, ...methods], into);
  }
  return into;
}

/** Functions of one file that both count alike; which of them differ is printed. */
function compare(file: string, theirs: readonly Counted[], ours: readonly Counted[], into: Agreement): void {
  // An arrow function stands at its arrow for ESLint and at its parameters for Mizan, so numbers are matched, then told.
  const left = [...ours];
  into.files += 1;
  for (const one of theirs) {
    into.functions += 1;
    const same = left.findIndex(({ line, cyclomatic }) => cyclomatic === one.cyclomatic && line === one.line);
    const at = same >= 0 ? same : left.findIndex(({ cyclomatic }) => cyclomatic === one.cyclomatic);
    if (at >= 0) {
      left.splice(at, 1);
      into.equal += 1;
    } else say(`   ${file}:${one.line}  ${one.cyclomatic}, and Mizan counts no such function`);
  }
}

function tell(title: string, { files, functions, equal }: Agreement): void {
  say(
    `${title}: ${equal} of ${functions} functions equal (${((100 * equal) / functions).toFixed(3)}%), ${files} files`,
  );
}

const scripts: Agreement = { files: 0, functions: 0, equal: 0 };
const linter = new Linter();
for (const name of packages) {
  const folder = join(projectRoot, 'node_modules', name);
  if (!existsSync(folder)) say(`Not on this machine: ${name}`);
  const own = globSync('**/*.{js,mjs,cjs}', { cwd: folder, exclude: (path) => path === 'node_modules' });
  for (const path of own.sort()) {
    const text = readFileSync(join(folder, path), 'utf8');
    const theirs = countedByEslint(linter, path, text);
    const ours = countedHere(path, text);
    if (theirs !== null && ours !== null) compare(`${name}/${path}`, theirs, ours, scripts);
  }
}
tell('ESLint', scripts);

const radon = spawnSync('radon', ['cc', '--json', python], { encoding: 'utf8', maxBuffer: 1 << 28 });
if (radon.error !== undefined || radon.status !== 0) say("Not on this machine: Debian's radon, or Python 3.11");
else {
  const library: Agreement = { files: 0, functions: 0, equal: 0 };
  for (const [file, blocks] of Object.entries(radonReport.parse(JSON.parse(radon.stdout)))) {
    if (!Array.isArray(blocks)) continue;
    const ours = countedHere(file, readFileSync(file, 'utf8'));
    if (ours !== null) compare(file.slice(python.length + 1), [...functionsIn(blocks).values()], ours, library);
  }
  tell('radon', library);
}
