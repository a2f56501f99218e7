import type { AuditReport } from '../api/index.ts';
import { type JobControl, runInSlices } from '../jobs/index.ts';
import { type AuditProgress, auditLedger, type NoteVerifier } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import type { Clock } from '../world/index.ts';

/**
 * Findings that only say that somebody else signed: a ledger from another machine, or one that several people write to.
 */
const signedByOthers: readonly (string | undefined)[] = ['checkpoint-key-unknown', 'checkpoint-missing'];

/** Audits a ledger in the background. Errors: `cancelled`, those of `auditLedger`. */
export async function auditInBackground(
  path: string,
  ownKey: NoteVerifier,
  control: JobControl,
  clock: Clock,
): Promise<Result<AuditReport>> {
  const ended = await runInSlices('Auditing events', auditWithOwnKey(path, ownKey, clock), control, clock);
  return ended.ok ? ended.value : ended;
}

/**
 * Audits a ledger with this user's key. Where others signed too, their keys are not known here: then everything but the
 * signatures is checked, and `signedEvents` is 0, so that nobody takes the one for the other. Errors: those of
 * `auditLedger`.
 */
function* auditWithOwnKey(
  path: string,
  ownKey: NoteVerifier,
  clock: Clock,
): Generator<AuditProgress, Result<AuditReport>> {
  const withKey = auditLedger(path, { publicKeys: [ownKey], clock });
  if (!withKey.ok) return withKey;
  const report = yield* withKey.value;
  if (!signedByOthers.includes(report.firstBad?.code)) return ok(report);
  const withoutKey = auditLedger(path, { publicKeys: [], clock });
  return withoutKey.ok ? ok(yield* withoutKey.value) : withoutKey;
}

/** What an audit found, in one sentence. */
export function auditSentence(report: AuditReport): string {
  const events = report.events === 1 ? '1 event' : `${report.events.toLocaleString('en')} events`;
  if (report.firstBad !== null) return `Audited ${events}, and something does not hold: ${report.firstBad.message}`;
  const signed =
    report.signedEvents > 0 ? `, ${report.signedEvents.toLocaleString('en')} under a signed checkpoint` : '';
  return `Audited ${events}: all hold${signed}`;
}
