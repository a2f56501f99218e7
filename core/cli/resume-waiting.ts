import { goOn, runOfGate, runToResume } from '../background/index.ts';
import { debateHolder, rulePlayer } from '../debate/index.ts';
import type { Ledger, LedgerReader } from '../ledger/index.ts';
import { findGate } from '../review/index.ts';
import { getRun, runName } from '../runs/index.ts';
import type { CliContext } from './context.ts';
import { printable } from './printable.ts';
import { workWithProgress } from './run-with-progress.ts';

/**
 * Lets the run or the debate go on that waited for a decision, and prints in one line what became of it, or how it can
 * go on. Nothing waits: nothing is printed. No program is started: a command that the ledger names is never run.
 */
export async function resumeWaiting(context: CliContext, ledger: Ledger, gateId: string): Promise<void> {
  const gate = findGate(ledger, gateId, context.clock);
  const waiting = gate === null ? null : runOfGate(ledger, gate);
  if (waiting === null) return;
  const target = await runToResume(ledger, waiting, context.clock, debateHolder(ledger, waiting));
  if (!target.ok) {
    const why = (await wayOn(context, ledger, target.problem.place ?? waiting)) ?? `: ${target.problem.message}`;
    return say(context, `${runName(ledger, target.problem.place ?? waiting)} is not resumed here${why}`);
  }
  const name = runName(ledger, target.value);
  const gone = await workWithProgress(context, name, (control) =>
    goOn(ledger, target.value, () => rulePlayer, context, control),
  );
  if (!gone.ok) return say(context, `${name} is not resumed: ${gone.problem.message} (${gone.problem.code})`);
  const { end, message } = gone.value;
  const more = end.status === 'parked' ? await wayOn(context, ledger, target.value) : null;
  say(context, `${message}${more ?? ''}`);
}

/** The command that resumes it, as the end of a sentence; null when a terminal cannot do more than was done. */
async function wayOn(context: CliContext, reader: LedgerReader, executionId: string): Promise<string | null> {
  const run = await getRun(reader, executionId, context.clock, debateHolder(reader, executionId));
  const command = run.ok ? run.value.terminalCommand : null;
  return command === null ? null : `; go on with: ${command}`;
}

function say(context: CliContext, sentence: string): void {
  context.out(`${printable(sentence)}\n`);
}
