/** The whole file checked from the stored bytes and public keys alone, in slices, without a write. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { ok, type Result } from '../problem/index.ts';
import { type Clock, isoTime } from '../world/index.ts';
import { CheckpointAudit } from './audit-checkpoints.ts';
import { firstBadEvent, firstMovedEvent } from './audit-diagnosis.ts';
import { PayloadAudit } from './audit-payloads.ts';
import { type AuditFinding, type AuditProgress, type AuditReport, finding } from './audit-report.ts';
import { TreeAudit } from './audit-tree.ts';
import { createdEvent } from './created.ts';
import { decodeEvent } from './encoding.ts';
import { emptyRoot, nodeCount } from './merkle-tree.ts';
import { checkSchema, defaultMigrationFolder, readMigrations } from './migrations.ts';
import { hex } from './node-store.ts';
import type { NoteVerifier } from './note.ts';
import { connectToRead } from './open.ts';
import { payloadLayout } from './payload-layout.ts';
import { type Connection, fileProblem, guarded } from './sqlite.ts';

export interface AuditOptions {
  /** Keys of the ledger and of its witnesses. With none, signatures are not checked. */
  readonly publicKeys: readonly NoteVerifier[];
  readonly clock: Clock;
  readonly migrationFolder?: string;
}

/**
 * Starts an audit of the events that are there now. Each step is a few milliseconds of work; to cancel, call `return`.
 * The report names the first thing that does not hold. Errors when the file cannot be audited at all:
 * `ledger-not-found`, `ledger-not-a-ledger`, `ledger-newer`, `ledger-cannot-open`.
 */
export function auditLedger(path: string, options: AuditOptions): Result<Generator<AuditProgress, AuditReport, void>> {
  const file = resolve(path);
  const opened = connectToRead(file);
  if (!opened.ok) return opened;
  const migrations = readMigrations(options.migrationFolder ?? defaultMigrationFolder);
  const schema = guarded(file, () => checkSchema(opened.value, file, migrations));
  if (!schema.ok && !findings.has(schema.problem.code)) {
    opened.value.close();
    return schema;
  }
  const altered = schema.ok ? null : finding(null, schema.problem.code, schema.problem.message);
  return ok(audit(opened.value, altered, options));
}

/** Problems of the schema that are signs of tampering; the others mean that the file cannot be read. */
const findings = new Set(['ledger-schema-altered', 'ledger-migration-altered', 'ledger-corrupt']);

interface Tally {
  readonly tree: TreeAudit;
  readonly payloads: PayloadAudit;
  readonly checkpoints: CheckpointAudit;
}

function* audit(
  connection: Connection,
  altered: AuditFinding | null,
  { publicKeys, clock }: AuditOptions,
): Generator<AuditProgress, AuditReport, void> {
  const started = clock.now();
  let tally: Tally | null = null;
  let bad: AuditFinding | null = null;
  try {
    connection.pragma('cache_size = -2000'); // 2 MB: an audit reads every page once
    tally = {
      tree: new TreeAudit(connection),
      payloads: new PayloadAudit(connection),
      checkpoints: new CheckpointAudit(connection, originOf(connection), publicKeys),
    };
    bad = yield* auditEvents(connection, tally);
    if (bad !== null) bad = sharpened(connection, tally, bad);
  } catch (error) {
    const problem = fileProblem(error, connection.name);
    if (problem === null && altered === null) throw error;
    if (problem !== null) bad = finding(tally?.tree.size ?? 0, problem.code, problem.message);
  } finally {
    connection.close();
  }
  const firstBad = bad ?? altered;
  return {
    ok: firstBad === null,
    ...(tally === null ? nothingRead : totalsOf(tally)),
    durationMs: clock.now() - started,
    at: isoTime(started),
    firstBad,
  };
}

const nothingRead = {
  events: 0,
  payloads: 0,
  redacted: 0,
  checkpoints: 0,
  cosignatures: 0,
  signedEvents: 0,
  root: hex(emptyRoot),
} as const;

function totalsOf({
  tree,
  payloads,
  checkpoints,
}: Tally): Pick<
  AuditReport,
  'events' | 'payloads' | 'redacted' | 'checkpoints' | 'cosignatures' | 'signedEvents' | 'root'
> {
  return {
    events: tree.size,
    payloads: payloads.checked,
    redacted: payloads.redacted,
    checkpoints: checkpoints.checked,
    cosignatures: checkpoints.cosignatures,
    signedEvents: checkpoints.signedEvents,
    root: tree.size === 0 ? hex(emptyRoot) : tree.root(),
  };
}

/** The same finding, or an earlier event that is plainly not the one of its place. */
function sharpened(connection: Connection, { tree, checkpoints }: Tally, bad: AuditFinding): AuditFinding {
  const until = bad.code === 'checkpoint-root-differs' ? tree.size : (bad.seq ?? 0);
  return firstMovedEvent(connection, checkpoints.lastGood, until) ?? bad;
}

function count(connection: Connection, sql: string): number {
  return z.number().parse(connection.prepare(sql).pluck().get());
}

function* auditEvents(connection: Connection, tally: Tally): Generator<AuditProgress, AuditFinding | null> {
  const { tree, payloads, checkpoints } = tally;
  const total = count(connection, 'SELECT coalesce(max(seq), -1) + 1 FROM event');
  const beginning = checkpoints.start();
  if (beginning !== null) return beginning;
  if (count(connection, 'SELECT count(*) FROM event WHERE seq < 0') > 0) {
    return finding(null, 'event-extra', 'There are events before the first one: they were inserted');
  }
  while (tree.size < total) {
    const bad = yield* auditBlock(connection, tally, total);
    if (bad !== null) return bad;
    yield { done: tree.size, total };
  }
  return checkpoints.finish(total) ?? leftovers(connection, total) ?? payloads.finish();
}

/** The next events up to the next checkpoint, with their bodies. A bad body before a bad event is the finding. */
function* auditBlock(
  connection: Connection,
  { tree, payloads, checkpoints }: Tally,
  total: number,
): Generator<AuditProgress, AuditFinding | null> {
  const limit = Math.min(total, checkpoints.nextSize ?? total);
  const from = tree.size;
  const block = tree.read(limit);
  const fits = block === null ? false : tree.add(block);
  const badEvent = fits ? null : (firstBadEvent(connection, from, block?.to ?? limit) ?? unexplained(from));
  if (block !== null) {
    const bodies = payloads.check(block, badEvent?.seq ?? block.to);
    const badBody = yield* auditBodies(bodies, { done: from, total });
    if (badBody !== null) return badBody;
  }
  if (badEvent !== null) return badEvent;
  return tree.size === checkpoints.nextSize ? checkpoints.reach(tree.size, tree.root()) : null;
}

/** Checks bodies, telling how far the audit is between two of them. */
function* auditBodies(
  bodies: ReturnType<PayloadAudit['check']>,
  progress: AuditProgress,
): Generator<AuditProgress, AuditFinding | null> {
  for (;;) {
    const step = bodies.next();
    if (step.done === true) return step.value;
    yield progress;
  }
}

function unexplained(from: number): AuditFinding {
  return finding(from, 'event-altered', `From event ${from} on the stored bytes and the tree do not fit`);
}

/** Rows that belong to no event. */
function leftovers(connection: Connection, total: number): AuditFinding | null {
  if (count(connection, `SELECT count(*) FROM node WHERE position >= ${nodeCount(total)} OR position < 0`) > 0) {
    return finding(total, 'ledger-truncated', `The tree goes on after event ${total - 1}: the end was cut off`);
  }
  const { column, at } = payloadLayout(connection);
  if (count(connection, `SELECT count(*) FROM payload WHERE ${column} >= ${at(total, 0)} OR ${column} < 0`) > 0) {
    return finding(total, 'payload-extra', 'There are bodies of events that are not in the ledger');
  }
  return null;
}

function originOf(connection: Connection): string | null {
  const bytes = connection.prepare('SELECT canonical FROM event WHERE seq = 0').pluck().get();
  const event = bytes instanceof Uint8Array ? decodeEvent(bytes, 0) : null;
  const data = event?.ok ? createdEvent.read(event.value) : null;
  return data?.ok ? data.value.origin : null;
}
