import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok, type Result, unreachable } from '../../problem/index.ts';
import { commandNotFound, outputText, type SandboxedEnding } from '../../sandbox/index.ts';
import { testCommandLine } from '../contract.ts';
import { copyTree } from './copy-tree.ts';
import { asksNot, type GateInput, type GateRun, gateRun, withOutput } from './gate-run.ts';
import { placesIn } from './places.ts';

/** What is kept of a test command's output: half from its start, half from its end. */
const outputLimit = 1024 * 1024;

/** The test command ends with 0 within its time, on a copy of the work tree (C4). */
export async function testsGate(input: GateInput): Promise<Result<GateRun>> {
  const { contract, sandbox } = input;
  const command = commandOf(input);
  if (command === null) return ok(gateRun('tests', 'skipped', asksNot));
  if (contract.shell && !input.shellApproved) {
    return ok(gateRun('tests', 'inconclusive', 'The command needs a shell and nobody approved the contract yet.'));
  }
  if (sandbox === null) {
    return ok(gateRun('tests', 'inconclusive', 'No sandbox works here, so the command was not run.'));
  }
  const folder = await mkdtemp(join(tmpdir(), 'mizan-tests-'));
  try {
    const copy = join(folder, 'tree');
    await copyTree(input.workTree, copy);
    const result = await sandbox.run({
      command,
      workTree: copy,
      writable: true,
      seenAs: input.workTree,
      readable: [],
      input: '',
      timeoutMs: contract.timeout_seconds * 1000,
      outputLimit,
      signal: input.signal,
    });
    if (!result.ok) return ok(gateRun('tests', 'inconclusive', result.problem.message));
    const { ending, output, durationMs } = result.value;
    if (ending.kind === 'cancelled')
      return { ok: false, problem: { code: 'cancelled', message: 'The check was cancelled' } };
    const { passed, reason } = judge(ending, testCommandLine(contract) ?? '', contract.timeout_seconds);
    const marks = passed ? [] : placesIn(outputText(output), input.workTree, input.changed);
    const more = { duration_ms: durationMs, tool: command[0], marks };
    return ok(withOutput(gateRun('tests', passed ? 'passed' : 'failed', reason, more), output.bytes));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function commandOf({ contract }: GateInput): readonly [string, ...string[]] | null {
  if (contract.run_tests === null) return null;
  if (typeof contract.run_tests === 'string') return ['/bin/sh', '-c', contract.run_tests];
  const [program, ...words] = contract.run_tests;
  return program === undefined ? null : [program, ...words];
}

function judge(ending: SandboxedEnding, line: string, seconds: number): { passed: boolean; reason: string } {
  switch (ending.kind) {
    case 'exited':
      if (ending.code === 0) return { passed: true, reason: `${line} exited with 0.` };
      if (ending.code === commandNotFound) return { passed: false, reason: `${line}: the command was not found.` };
      return { passed: false, reason: `${line} exited with ${ending.code}.` };
    case 'killed':
      return { passed: false, reason: `${line} was ended by ${ending.signal}.` };
    case 'timed-out':
      return { passed: false, reason: `${line} did not end within ${seconds} s and was killed.` };
    case 'cancelled':
      return { passed: false, reason: `${line} was cancelled.` };
    default:
      return unreachable(ending);
  }
}
