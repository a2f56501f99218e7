import type { LedgerReader } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import type { TaskContract } from '../contract.ts';
import {
  type ContractIssued,
  contractIssued,
  contractStarted,
  type ReportReceived,
  reportReceived,
  type WorkVerified,
  workVerified,
} from '../events.ts';
import { type FoundWork, findWork } from '../list-work.ts';

/** What the ledger holds about one piece of work, typed. */
export interface StoredWork extends FoundWork {
  readonly contract: TaskContract;
  readonly issued: ContractIssued;
  readonly started: { readonly folder: string; readonly base: string | null; readonly workspace: string } | null;
  readonly report: ReportReceived | null;
  readonly verified: WorkVerified | null;
}

/** Reads a piece of work back from its events. Errors: `task-unknown`, `event-data-invalid`. */
export function readWork(reader: LedgerReader, taskId: string, agentId?: string): Result<StoredWork> {
  const found = findWork(reader, taskId, agentId);
  if (!found.ok) return found;
  const { pointers } = found.value;
  const issued = dataAt(reader, pointers.issued, contractIssued);
  if (!issued.ok) return issued;
  if (issued.value === null) return fail('event-data-invalid', 'The contract cannot be read', `${pointers.issued}`);
  const started = dataAt(reader, pointers.started, contractStarted);
  if (!started.ok) return started;
  const report = dataAt(reader, pointers.report, reportReceived);
  if (!report.ok) return report;
  const verified = dataAt(reader, pointers.verified, workVerified);
  if (!verified.ok) return verified;
  return ok({
    ...found.value,
    issued: issued.value,
    contract: issued.value.contract,
    started: started.value,
    report: report.value,
    verified: verified.value,
  });
}

function dataAt<T>(
  reader: LedgerReader,
  seq: number | null,
  definition: { read(event: Parameters<typeof contractIssued.read>[0]): Result<T> },
): Result<T | null> {
  if (seq === null) return ok(null);
  const event = reader.event(seq);
  return event.ok ? definition.read(event.value) : event;
}

/** The stored change; null when there is none. Error: `body-redacted`. */
export function readDiff(reader: LedgerReader, work: FoundWork): Result<Uint8Array | null> {
  if (work.pointers.diff === null) return ok(null);
  const body = reader.body(work.pointers.diff, 'diff');
  if (!body.ok) return body;
  if (body.value.state === 'present') return ok(body.value.body);
  return fail('body-redacted', `The diff was redacted: ${body.value.reason}`, `${work.pointers.diff}`);
}

/** Refuses work that has its score already: a task is scored once per agent (C7). */
export function checkUnscored(work: FoundWork): Result<null> {
  if (work.pointers.scored === null) return ok(null);
  const { taskId, agentId, score } = work.row;
  return fail('task-already-scored', `${taskId} was scored ${score} for ${agentId}; a task is scored once`, taskId);
}
