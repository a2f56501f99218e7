import type { LedgerReader } from '../ledger/index.ts';
import type { MachineResult } from '../machine/index.ts';
import { unreachable } from '../problem/index.ts';
import { gateName } from '../review/index.ts';
import { waitingPrefix } from './gate-action.ts';
import type { Cancellation } from './ledger-runs.ts';
import { findRun } from './list-runs.ts';
import { resumedFor } from './standing.ts';

/** More names than these in one sentence are counted instead. */
const maxNamed = 3;

/** How a run is called in a sentence: `letter (r1)`, its machine and its id; the id alone where no run is known. */
export function runName(reader: LedgerReader, executionId: string): string {
  const run = findRun(reader, executionId);
  return run.ok ? `${run.value.row.machine} (${executionId})` : executionId;
}

/** What a parked run waits for, as it is called: `the decision “Send the letter” (gate-…)`. */
export function awaitedName(reader: LedgerReader, waitingFor: string): string {
  const [, kind = '', id = ''] = /^(gate|run|agent|action):(.*)$/s.exec(waitingFor) ?? [];
  switch (kind) {
    case 'gate':
      return `the decision ${withId(reader, id)}`;
    case 'run':
      return `${runName(reader, id)}, which it called`;
    case 'agent':
    case 'action':
      return `the ${kind} ${id}`;
    default:
      return waitingFor;
  }
}

/** What became of a run that was resumed, in one sentence without its full stop. */
export function endSentence(reader: LedgerReader, end: MachineResult): string {
  switch (end.status) {
    case 'done':
      return `${runName(reader, end.executionId)} is completed`;
    case 'error':
      return `${runName(reader, end.executionId)} failed: ${end.error.message}`;
    case 'parked':
      return `${runName(reader, end.executionId)} waits for ${awaitedName(reader, end.waitingFor)}`;
    case 'cancelled':
      return cancelSentence(reader, end.executionId, { ...end, stopped: true, caller: null });
  }
}

/** What became of a request to cancel a run, in one sentence without its full stop: all that was cancelled with it. */
export function cancelSentence(reader: LedgerReader, executionId: string, what: Cancellation): string {
  const run = runName(reader, executionId);
  if (!what.stopped) return `${run} is to be cancelled: the process that works on it stops within ten seconds`;
  const called = what.called.map((id) => runName(reader, id));
  const gates = what.withdrawn.map((subject) => withId(reader, subject.replace(waitingPrefix, '')));
  return [
    `${run} is cancelled`,
    ...(called.length === 0
      ? []
      : [`so ${called.length === 1 ? 'is the run' : 'are the runs'} it called: ${some(called)}`]),
    ...(gates.length === 0 ? [] : [`nobody is asked any more to decide ${some(gates)}`]),
    ...(what.caller === null ? [] : [callerSentence(reader, executionId, what.caller)]),
  ].join('; ');
}

/** What became of the run that waited for one that was cancelled. */
function callerSentence(reader: LedgerReader, executionId: string, caller: string): string {
  const name = runName(reader, caller);
  if (resumedFor(reader, executionId) === caller) return `${name} still waits for it: resume that one`;
  const run = findRun(reader, caller);
  const waited = `${name}, which waited for it,`;
  if (!run.ok) return `${waited} cannot be read`;
  const { status, error, waitingFor } = run.value.row;
  switch (status) {
    case 'running':
      return `${waited} goes on`;
    case 'done':
      return `${waited} is completed`;
    case 'failed':
      return `${waited} failed: ${error?.message ?? ''}`;
    case 'cancelled':
      return `${waited} is cancelled`;
    case 'parked':
      return `${waited} now waits for ${awaitedName(reader, waitingFor ?? '')}`;
    default:
      return unreachable(status);
  }
}

function withId(reader: LedgerReader, gateId: string): string {
  return `${gateName(reader, gateId)} (${gateId})`;
}

function some(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return more > 0 ? `${names.slice(0, maxNamed).join(', ')} and ${more} more` : names.join(', ');
}
