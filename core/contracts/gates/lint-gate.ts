import { constants } from 'node:fs';
import { access, lstat, readdir } from 'node:fs/promises';
import { delimiter, extname, join } from 'node:path';
import { ok, type Result } from '../../problem/index.ts';
import { outputText, type SandboxedResult } from '../../sandbox/index.ts';
import type { GateRecord } from '../gate-record.ts';
import { filesInQuestion } from './changed-files.ts';
import { asksNot, type GateInput, type GateRun, gateRun, withOutput } from './gate-run.ts';
import { type Linter, linters } from './linters.ts';

const timeoutMs = 120_000;
const outputLimit = 1024 * 1024;
/** More files than this do not fit on a command line. */
const fileLimit = 1000;

interface FoundLinter {
  readonly linter: Linter;
  readonly program: string;
  readonly files: readonly string[];
}

/** The linters that are present accept the changed files; none present is `skipped` (seed 001). */
export async function lintGate(input: GateInput, searchPath: string): Promise<Result<GateRun>> {
  if (!input.contract.run_lint) return ok(gateRun('lint', 'skipped', asksNot));
  const found = await findLinters(input, searchPath);
  if (found.length === 0) return ok(gateRun('lint', 'skipped', 'No linter for the changed files is present.'));
  if (input.sandbox === null) {
    return ok(gateRun('lint', 'inconclusive', 'No sandbox works here, so the linters were not run.'));
  }
  const outputs: Uint8Array[] = [];
  const accepted: string[] = [];
  let durationMs = 0;
  for (const { linter, program, files } of found) {
    const result = await input.sandbox.run({
      command: [program, ...linter.arguments(files)],
      workTree: input.workTree,
      writable: false,
      seenAs: input.workTree,
      readable: [],
      input: '',
      timeoutMs,
      outputLimit,
      signal: input.signal,
    });
    if (!result.ok) return ok(gateRun('lint', 'inconclusive', result.problem.message));
    const { ending, output } = result.value;
    durationMs += result.value.durationMs;
    outputs.push(output.bytes);
    if (ending.kind === 'cancelled') {
      return { ok: false, problem: { code: 'cancelled', message: 'The check was cancelled' } };
    }
    const objection = objectionOf(linter, result.value, input.workTree);
    if (objection !== null) {
      const { outcome, reason, ...more } = objection;
      const run = gateRun('lint', outcome, reason, { duration_ms: durationMs, tool: program, ...more });
      return ok(withOutput(run, Buffer.concat(outputs)));
    }
    accepted.push(`${linter.name} accepts ${files.length === 1 ? '1 file' : `${files.length} files`}`);
  }
  const more = { duration_ms: durationMs, tool: found.map(({ program }) => program).join(', ') };
  return ok(withOutput(gateRun('lint', 'passed', `${accepted.join('; ')}.`, more), Buffer.concat(outputs)));
}

/** What keeps a linter from accepting the files; null when it accepts them. */
function objectionOf(
  linter: Linter,
  { ending, output }: Pick<SandboxedResult, 'ending' | 'output'>,
  workTree: string,
): {
  readonly outcome: 'failed' | 'inconclusive';
  readonly reason: string;
  readonly marks?: GateRecord['marks'];
} | null {
  if (ending.kind !== 'exited') return { outcome: 'inconclusive', reason: `${linter.name} did not end by itself.` };
  if (linter.complains.includes(ending.code)) {
    const marks = linter.marks(outputText(output), workTree);
    const problems = marks.length === 1 ? '1 problem' : `${marks.length} problems`;
    return { outcome: 'failed', reason: `${linter.name} found ${problems}.`, marks };
  }
  return ending.code === 0 ? null : { outcome: 'inconclusive', reason: `${linter.name} exited with ${ending.code}.` };
}

/** Linters with a program, a configuration where they need one, and changed files of theirs. */
async function findLinters(input: GateInput, searchPath: string): Promise<readonly FoundLinter[]> {
  const { workTree } = input;
  const files = await existing(workTree, await filesInQuestion(workTree, input.changed));
  const top = await readdir(workTree);
  const folders = [...searchPath.split(delimiter), join(workTree, 'node_modules/.bin'), join(workTree, '.venv/bin')];
  const found: FoundLinter[] = [];
  const covered = new Set<string>();
  for (const linter of linters) {
    const theirs = files.filter((file) => linter.endings.includes(extname(file).toLowerCase()));
    const isUsed = linter.configurations === null || top.some((name) => linter.configurations?.test(name) === true);
    const isCovered = linter.configurations === null && linter.endings.every((ending) => covered.has(ending));
    if (theirs.length === 0 || !isUsed || isCovered) continue;
    const program = await findProgram(linter.name, folders);
    if (program === null) continue;
    for (const ending of linter.endings) covered.add(ending);
    found.push({ linter, program, files: theirs.slice(0, fileLimit).map((file) => `./${file}`) });
  }
  return found;
}

async function existing(workTree: string, files: readonly string[]): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const file of files) {
    const stat = await lstat(join(workTree, file)).catch(() => null);
    if (stat?.isFile() === true) kept.push(file);
  }
  return kept;
}

async function findProgram(name: string, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders.filter((path) => path !== '')) {
    const program = join(folder, name);
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return null;
}
