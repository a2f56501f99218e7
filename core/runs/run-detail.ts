import { z } from 'zod';
import type { FailedAttempts, JsonText, RunDetail } from '../api/index.ts';
import type { JsonObject } from '../canonical/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import type { RunRecord } from '../machine/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { readLedgerRecord } from '../stores/index.ts';
import type { Clock } from '../world/index.ts';
import { jsonText } from './comparable.ts';
import { describeRunEvent } from './describe.ts';
import { findRun } from './list-runs.ts';
import { terminalCommand, whyNotCancel, whyNotResume } from './may-go-on.ts';
import { lastCheckpoint, snapshotAt } from './run-context.ts';
import { attemptsIn } from './run-steps.ts';
import { type FullStanding, standingOf } from './standing.ts';
import { graphOf } from './state-graph.ts';
import { storedMachineOf } from './stored-machines.ts';
import { takenWays } from './taken-ways.ts';
import { templateEngine } from './template-engine.ts';

const shownEvents = 100;
/** Characters of a run's input and output beside its graph. */
const shownValue = 20_000;

/** A room that gives a run its work, where that is not programs. */
export interface RunHolder {
  /** The console can do all of its work. */
  readonly resumable: boolean;
  /** Resumes it in a terminal. */
  readonly command: string;
}

/**
 * One run: where it stands, its graph with the ways it took, and its newest events. Errors: `run-unknown`, those of
 * `storedMachineOf`.
 */
export async function getRun(
  reader: LedgerReader,
  executionId: string,
  clock: Clock,
  holder: RunHolder | null = null,
): Promise<Result<RunDetail>> {
  const run = findRun(reader, executionId);
  if (!run.ok) return run;
  const definition = await storedMachineOf(reader, executionId, await templateEngine());
  if (!definition.ok) return definition;
  const standing = await standingOf(reader, executionId, definition.value, clock);
  if (!standing.ok) return standing;
  const { row, digest } = run.value;
  const { worker, gate, cancelRequested } = standing.value;
  return ok({
    row,
    digest,
    graph: graphOf(definition.value),
    taken: takenWays(reader, executionId),
    input: inputOf(reader, executionId),
    output: row.status === 'done' ? outputOf(reader, executionId, row.step) : null,
    gate,
    failedAttempts: row.status === 'failed' ? attemptsOfFailure(reader, executionId) : null,
    worker,
    cancelRequested,
    cannotCancel: whyNotCancel(standing.value),
    ...resumptionOf(standing.value, executionId, reader, holder),
    childCount: childCountOf(reader, executionId),
    ...newestEvents(reader, executionId),
  });
}

/** Whether the console can resume a run, and how a terminal can where only its programs are missing here. */
function resumptionOf(
  standing: FullStanding,
  executionId: string,
  reader: LedgerReader,
  holder: RunHolder | null,
): Pick<RunDetail, 'cannotResume' | 'terminalCommand'> {
  const missing = holder?.resumable === true ? [] : standing.missing;
  const cannotResume = whyNotResume({ ...standing, missing });
  const programsOnly = cannotResume !== null && whyNotResume({ ...standing, missing: [] }) === null;
  if (!programsOnly) return { cannotResume, terminalCommand: null };
  return { cannotResume, terminalCommand: holder?.command ?? terminalCommand(executionId, missing, reader.path) };
}

function newestEvents(reader: LedgerReader, executionId: string): Pick<RunDetail, 'events' | 'truncated'> {
  // Who held the lock when stands in the ledger; here it would hide what happened.
  const filter = { subject: `run:${executionId}`, type: 'run.' };
  const page = reader.page({ filter, limit: shownEvents, direction: 'descending' });
  const events = page.events.toReversed().map((event) => ({
    seq: event.seq,
    at: event.at,
    type: event.type,
    summary: describeRunEvent(event, reader) ?? event.type,
  }));
  return { events, truncated: page.next !== null };
}

function childCountOf(reader: LedgerReader, executionId: string): number {
  const [children] = reader.select(
    'SELECT count(*) AS total FROM machine_runs WHERE parent = ?',
    [executionId],
    z.object({ total: z.number() }),
  );
  return children?.total ?? 0;
}

function inputOf(reader: LedgerReader, executionId: string): JsonText {
  const record = readLedgerRecord(reader, `runs/${executionId}`);
  const input = record.ok && record.value !== null ? (record.value as unknown as RunRecord).input : {};
  return jsonText(input, shownValue);
}

function outputOf(reader: LedgerReader, executionId: string, step: number): JsonText {
  const key = lastCheckpoint(reader, executionId, step);
  const snapshot = key === null ? null : snapshotAt(reader, key);
  const output: JsonObject = snapshot?.ok === true ? (snapshot.value?.output ?? {}) : {};
  return jsonText(output, shownValue);
}

function attemptsOfFailure(reader: LedgerReader, executionId: string): FailedAttempts | null {
  const filter = { subject: `run:${executionId}`, type: 'run.failed' };
  const [event] = reader.page({ filter, limit: 1, direction: 'descending' }).events;
  return event === undefined ? null : attemptsIn(event.data);
}
