/** A small change in a large repository: `mizan verify` beside `git diff` and ESLint on the same files. */

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import type { BenchRow } from '../../build/bench-row.ts';
import { projectRoot } from '../../build/run-command.ts';
import { FindingsCache, prepareVerification, verifyChange } from '../../core/verification/index.ts';
import { systemClock, systemTicker } from '../../core/world/index.ts';
import { megabytesBelow } from './process-memory.ts';
import { git, makeChange, makeScripts, type Place } from './verification-fixture.ts';

const rounds = 5;
const repetitions = Array.from({ length: rounds });

/** Ten changed files in a repository of more than 2,000: this project's own `core`, several times. */
export async function benchDelta(print: (row: BenchRow) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-bench-'));
  const place = {
    repository: join(folder, 'repository'),
    cache: join(folder, 'cache'),
    scripts: join(folder, 'eslint'),
  };
  try {
    const files = makeChange(place.repository);
    makeScripts(place, files);
    await measure(place, print);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Times {
  readonly colds: { readonly seconds: number; readonly megabytes: number }[];
  readonly times: Readonly<Record<'diff' | 'again' | 'warm' | 'eslint' | 'eslintAgain' | 'eslintWarm', number[]>>;
}

/** In turn, so that what else the machine does falls on all of them. */
async function timeAll(place: Place): Promise<Times> {
  const colds: Times['colds'] = [];
  const times: Times['times'] = { diff: [], again: [], warm: [], eslint: [], eslintAgain: [], eslintWarm: [] };
  const linter = new ESLint({ cwd: place.scripts });
  await linter.lintFiles('.');
  for (const _ of repetitions) {
    times.diff.push(seconds(() => git(place.repository, 'diff', '--stat')));
    rmSync(place.cache, { recursive: true, force: true });
    colds.push(await runCli(place));
    times.eslint.push(seconds(() => eslint(place, [])));
    times.again.push((await runCli(place)).seconds);
    eslint(place, ['--cache']);
    times.eslintAgain.push(seconds(() => eslint(place, ['--cache'])));
    times.warm.push(await timed(() => verifyHere(place)));
    times.eslintWarm.push(await timed(() => linter.lintFiles('.')));
  }
  return { colds, times };
}

async function measure(place: Place, print: (row: BenchRow) => void): Promise<void> {
  const load = loadavg()[0]?.toFixed(1);
  const { colds, times } = await timeAll(place);
  const diff = median(times.diff);
  const row = (name: string, verify: readonly number[], aim: number | null, lint: readonly number[], how: string) => {
    const value = median(verify);
    const linted = median(lint);
    const ratios =
      `${(value / diff).toFixed(0)} × git diff (${milliseconds(diff)}), ` +
      `${(value / linted).toFixed(1)} × ESLint 9 ${how} (${milliseconds(linted)})`;
    print({
      name,
      value: `${value.toFixed(2)} s`,
      aim: aim === null ? null : `< ${aim} s`,
      met: aim === null ? null : value < aim,
      note: `${ratios}; ${verify.map((one) => one.toFixed(2)).join(', ')} s, load ${load}`,
    });
  };
  const cold = colds.map((one) => one.seconds);
  row('verify: 10 files of 2,000 changed, first time', cold, 2, times.eslint, 'by its command');
  row('verify: the same again by the command', times.again, null, times.eslintAgain, 'with its cache');
  row('verify: the same again in a running program', times.warm, 0.3, times.eslintWarm, 'in a running program');
  const most = Math.max(...colds.map(({ megabytes }) => megabytes));
  print({
    name: 'verify: memory of all its processes, first time',
    value: `${Math.round(most)} MB`,
    aim: '< 700 MB',
    met: most < 700,
    note: '',
  });
}

function eslint({ scripts }: Place, options: readonly string[]): void {
  const script = join(projectRoot, 'node_modules/eslint/bin/eslint.js');
  const { status, stderr } = spawnSync(process.execPath, [script, '.', ...options], { cwd: scripts });
  if (status !== 0 && status !== 1) throw new Error(`ESLint did not run: ${stderr}`);
}

function seconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function milliseconds(value: number): string {
  return `${(value * 1000).toFixed(0)} ms`;
}

/** One run of `mizan verify`, with the most memory that it and its processes held at a time. */
async function runCli({ repository, cache }: Place): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(projectRoot, 'core/cli/main.ts'), 'verify'], {
    cwd: repository,
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

async function verifyHere({ repository, cache }: Place): Promise<void> {
  const prepared = await prepareVerification({ folder: repository, policyName: null, paths: [], ref: null, to: null });
  if (!prepared.ok) throw new Error(prepared.problem.message);
  const { change, policy } = prepared.value;
  const findings = new FindingsCache(join(cache, 'mizan', 'verification'));
  const world = { clock: systemClock, ticker: systemTicker, signal: null, progress: () => undefined, cache: findings };
  const result = await verifyChange(change, policy, '', world);
  if (!result.ok) throw new Error(result.problem.message);
}
