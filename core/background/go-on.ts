import type { GateRow } from '../api/index.ts';
import { debateOfRun, debateRunWaitingFor, type RolePlayer } from '../debate/index.ts';
import type { JobControl } from '../jobs/index.ts';
import type { Ledger, LedgerReader } from '../ledger/index.ts';
import type { MachineResult } from '../machine/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { endSentence, runWaitingFor } from '../runs/index.ts';
import { heldSentence, resumeDebate } from './debates.ts';
import { type RunWorld, resumeRun } from './runs.ts';

/** The run that waits for the decision at this gate, a machine's or a debate's; null while nothing can go on. */
export function runOfGate(reader: LedgerReader, gate: GateRow): string | null {
  if (gate.state === 'pending') return null;
  return runWaitingFor(reader, gate.gateId, gate.requester) ?? debateRunWaitingFor(reader, gate.gateId);
}

/**
 * Goes on with a run until it ends, parks or is stopped, and says in a sentence what became of it. `playerOf` says who
 * plays a debate. No program is started. Errors: those of `LedgerRuns.resume` and of `Debates.resume`.
 */
export async function goOn(
  ledger: Ledger,
  executionId: string,
  playerOf: (debateId: string) => RolePlayer,
  world: RunWorld,
  control: JobControl,
): Promise<Result<{ readonly end: MachineResult; readonly message: string }>> {
  const debate = debateOfRun(ledger, executionId);
  if (debate === null) {
    const end = await resumeRun(ledger, executionId, world, control);
    return end.ok ? ok({ end: end.value, message: endSentence(ledger, end.value) }) : end;
  }
  const end = await resumeDebate(ledger, debate.debateId, playerOf(debate.debateId), world, control);
  return end.ok ? ok({ end: end.value, message: heldSentence(debate.title, end.value) }) : end;
}
