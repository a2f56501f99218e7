import { z } from 'zod';
import type { LedgerReader } from '../ledger/index.ts';
import type { MachineDefinition } from '../machine/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { findGate } from '../review/index.ts';
import { readLedgerRecord } from '../stores/index.ts';
import { type Clock, isoTime } from '../world/index.ts';
import { findRun } from './list-runs.ts';
import type { Standing } from './may-go-on.ts';
import { workOfState } from './missing-work.ts';
import { storedMachineOf } from './stored-machines.ts';
import { templateEngine } from './template-engine.ts';

/** Machines call each other no deeper than this in any run that is shown. */
const maxChain = 64;

const lockRecord = z.object({ owner: z.string(), expires_at: z.number(), held: z.boolean() });

export interface FullStanding extends Standing {
  readonly worker: { readonly owner: string; readonly until: string } | null;
  readonly gate: { readonly gateId: string; readonly state: string; readonly title: string } | null;
}

/** Where a run stands: who works on it, what it waits for, what it needs. Errors: those of `storedMachineOf`. */
export async function standingOf(
  reader: LedgerReader,
  executionId: string,
  definition: MachineDefinition,
  clock: Clock,
): Promise<Result<FullStanding>> {
  const run = findRun(reader, executionId);
  if (!run.ok) return run;
  const { row } = run.value;
  const waiting = waitingRun(reader, executionId);
  const last = findRun(reader, waiting);
  if (!last.ok) return last;
  const machine = waiting === executionId ? ok(definition) : await machineOf(reader, waiting);
  if (!machine.ok) return machine;
  const { waitingFor, state, status } = last.value.row;
  // A called run that is over stands in nobody's way: what it still had to do is not needed.
  const isOver = status === 'done' || (waiting !== executionId && (status === 'failed' || status === 'cancelled'));
  const gateId = waitingFor?.startsWith('gate:') === true ? waitingFor.slice('gate:'.length) : null;
  const gate = gateId === null ? null : findGate(reader, gateId, clock);
  const next = machine.value.states.get(state);
  return ok({
    row,
    worker: workerOf(reader, executionId, clock),
    cancelRequested: recordOf(reader, `cancels/${executionId}`) !== null,
    gate: gate === null ? null : { gateId: gate.gateId, state: gate.state, title: gate.title },
    missing: next === undefined || isOver ? [] : workOfState(next),
  });
}

/** The run at the end of the chain of runs that wait for each other: itself when it waits for no run. */
export function waitingRun(reader: LedgerReader, executionId: string): string {
  let at = executionId;
  for (let depth = 0; depth < maxChain; depth += 1) {
    const run = findRun(reader, at);
    const next = run.ok && run.value.row.waitingFor?.startsWith('run:') ? run.value.row.waitingFor.slice(4) : null;
    if (next === null || !findRun(reader, next).ok) return at;
    at = next;
  }
  return at;
}

/** The run to resume so that everything that waits for this one goes on: the first of the chain that leads to it. */
export function resumedFor(reader: LedgerReader, executionId: string): string {
  let at = executionId;
  for (let depth = 0; depth < maxChain; depth += 1) {
    const run = findRun(reader, at);
    const parent = run.ok ? run.value.row.parent : null;
    const above = parent === null ? null : findRun(reader, parent);
    if (parent === null || above?.ok !== true || above.value.row.waitingFor !== `run:${at}`) return at;
    at = parent;
  }
  return at;
}

/** The run that waits for this gate, or null. */
export function runWaitingFor(reader: LedgerReader, gateId: string, requester: string): string | null {
  const executionId = /^run:(.+)\/\d+$/.exec(requester)?.[1];
  if (executionId === undefined) return null;
  const run = findRun(reader, executionId);
  return run.ok && run.value.row.waitingFor === `gate:${gateId}` ? executionId : null;
}

async function machineOf(reader: LedgerReader, executionId: string): Promise<Result<MachineDefinition>> {
  return storedMachineOf(reader, executionId, await templateEngine());
}

/** A small record of the store; null when there is none or it cannot be read. */
function recordOf(reader: LedgerReader, key: string): unknown {
  const record = readLedgerRecord(reader, key);
  return record.ok ? record.value : null;
}

function workerOf(reader: LedgerReader, executionId: string, clock: Clock): FullStanding['worker'] {
  const lock = lockRecord.safeParse(recordOf(reader, `locks/run/${executionId}`));
  if (!lock.success || !lock.data.held || lock.data.expires_at <= clock.now()) return null;
  return { owner: lock.data.owner, until: isoTime(lock.data.expires_at) };
}
