/** Reading a ledger: events, bodies, pages, roots, proofs and the rows of projections. */
import { z } from 'zod';
import { fail, ok, type Result } from '../problem/index.ts';
import { checkpointCovering, latestCheckpoint } from './checkpoint-store.ts';
import { createdEvent } from './created.ts';
import { decodeEvent, payloadDigest } from './encoding.ts';
import type { LedgerEvent } from './event.ts';
import { eventsBetween, startOfOpenBlock } from './event-blocks.ts';
import { consistencyPath, inclusionPath, type NodeSource } from './merkle-proof.ts';
import { hex, rootOf, storedNodes } from './node-store.ts';
import { EventCounter, pageOfEvents } from './page.ts';
import { type PayloadLayout, payloadLayout } from './payload-layout.ts';
import type {
  ConsistencyProof,
  EventFilter,
  EventPage,
  InclusionProof,
  LedgerReader,
  PageQuery,
  PayloadBody,
  SqlValue,
  StoredCheckpoint,
} from './port.ts';
import { redactionOf } from './redaction.ts';
import { type Connection, guarded } from './sqlite.ts';
import { StatementCache } from './statement-cache.ts';

const seqRow = z.number();
const bytesRow = z.instanceof(Uint8Array).optional();
const payloadRow = z.object({ salt: z.instanceof(Uint8Array).nullable(), body: z.instanceof(Uint8Array).nullable() });

export class ConnectionReader implements LedgerReader {
  readonly path: string;
  protected readonly connection: Connection;
  protected readonly statements: StatementCache;
  protected readonly layout: PayloadLayout;
  readonly #nodes: NodeSource;
  readonly #counter: EventCounter;
  #origin: string | null = null;
  #lastRoot: { readonly size: number; readonly root: string } | null = null;
  #newest: { readonly size: number; readonly events: readonly LedgerEvent[] } = { size: 0, events: [] };

  constructor(connection: Connection, path: string) {
    this.path = path;
    this.connection = connection;
    this.statements = new StatementCache(connection);
    this.layout = payloadLayout(connection);
    this.#nodes = storedNodes(connection);
    this.#counter = new EventCounter(connection);
  }

  /** Events in the file as it is now, those of other processes included; also the seq of the next one. */
  size(): number {
    return seqRow.parse(this.statements.pluck('SELECT coalesce(max(seq), -1) + 1 FROM event').get());
  }

  /** The root of the whole tree in hexadecimal; computed again only when the file has grown. */
  root(): string {
    const size = this.size();
    if (this.#lastRoot?.size !== size) {
      this.#lastRoot = { size, root: hex(rootOf(this.#nodes, size)) };
    }
    return this.#lastRoot.root;
  }

  /** The bytes of an event as they were hashed (RFC 8785). Error: `event-not-found`. */
  canonical(seq: number): Result<Uint8Array> {
    const bytes = bytesRow.parse(this.statements.pluck('SELECT canonical FROM event WHERE seq = ?').get(seq));
    if (bytes === undefined) return fail('event-not-found', `There is no event ${seq} in this ledger`, `${seq}`);
    return ok(bytes);
  }

  /** An event, read from its canonical bytes. Errors: `event-not-found`, and that of bytes that are no event. */
  event(seq: number): Result<LedgerEvent> {
    const bytes = this.canonical(seq);
    return bytes.ok ? decodeEvent(bytes.value, seq) : bytes;
  }

  /** Events in the order of their seq, at most 500 at a time; a text search may give a short page with a next one. */
  page(query: PageQuery): EventPage {
    return pageOfEvents(this.connection, query, this.size());
  }

  /** How many events match; an empty filter costs one look at the size. */
  count(filter: EventFilter): number {
    const all = Object.values(filter).every((value) => value === undefined || value === '');
    return all ? this.size() : this.#counter.count(filter, this.size());
  }

  /**
   * The body of a payload, checked against the digest in its event. Errors: `payload-not-found`, `payload-altered`,
   * `payload-missing`, and those of `event`.
   */
  body(seq: number, name: string): Result<PayloadBody> {
    const event = this.event(seq);
    if (!event.ok) return event;
    const place = `${seq}/${name}`;
    const number = event.value.payloads.findIndex((payload) => payload.name === name);
    const reference = event.value.payloads[number];
    if (reference === undefined) {
      return fail('payload-not-found', `Event ${seq} has no payload ${JSON.stringify(name)}`, place);
    }
    const { column, at } = this.layout;
    const sql = `SELECT salt, body FROM payload WHERE ${column} = ? AND name = ?`;
    const found = this.statements.get(sql).get(at(seq, number), name);
    const row = found === undefined ? null : payloadRow.parse(found);
    if (row !== null && row.salt !== null && row.body !== null) {
      if (payloadDigest(row.salt, row.body) !== reference.digest) {
        return fail(
          'payload-altered',
          'The payload is not the one that was recorded; run `mizan ledger verify`',
          place,
        );
      }
      return ok({ state: 'present', mediaType: reference.media_type, salt: row.salt, body: row.body });
    }
    const redaction = redactionOf(this.connection, seq, name);
    if (redaction !== null) return ok({ state: 'redacted', ...redaction });
    return fail('payload-missing', `The payload was removed without a redaction; run \`mizan ledger verify\``, place);
  }

  /**
   * The proof that event `seq` lies in the tree of the first `treeSize` events (RFC 6962 §2.1.1). Errors:
   * `tree-size-unknown`, `event-not-found`, and that of a damaged file.
   */
  inclusionProof(seq: number, treeSize: number = this.size()): Result<InclusionProof> {
    const known = this.#checkTreeSize(treeSize);
    if (!known.ok) return known;
    if (!Number.isSafeInteger(seq) || seq < 0 || seq >= treeSize) {
      return fail('event-not-found', `Event ${seq} is not in the tree of ${treeSize} events`, `${seq}`);
    }
    return guarded(this.path, () =>
      ok({
        leafIndex: seq,
        treeSize,
        leafHash: hex(this.#nodes({ level: 0, index: seq })),
        path: inclusionPath(seq, treeSize, this.#nodes).map(hex),
        root: hex(rootOf(this.#nodes, treeSize)),
      }),
    );
  }

  /**
   * The proof that the tree of `first` events is the beginning of that of `second` (RFC 6962 §2.1.2). Errors:
   * `tree-size-unknown`, `tree-size-order`, and that of a damaged file.
   */
  consistencyProof(first: number, second: number = this.size()): Result<ConsistencyProof> {
    for (const treeSize of [first, second]) {
      const known = this.#checkTreeSize(treeSize);
      if (!known.ok) return known;
    }
    if (first > second) {
      return fail(
        'tree-size-order',
        `A tree of ${first} events cannot be the beginning of one of ${second}`,
        `${first}`,
      );
    }
    return guarded(this.path, () =>
      ok({
        first,
        second,
        firstRoot: hex(rootOf(this.#nodes, first)),
        secondRoot: hex(rootOf(this.#nodes, second)),
        path: consistencyPath(first, second, this.#nodes).map(hex),
      }),
    );
  }

  /**
   * The ledger's own name, as its first event says it; read once. Errors: those of `event`, and of a first event that
   * does not create a ledger.
   */
  origin(): Result<string> {
    if (this.#origin !== null) return ok(this.#origin);
    const first = this.event(0);
    if (!first.ok) return first;
    const data = createdEvent.read(first.value);
    if (!data.ok) return data;
    this.#origin = data.value.origin;
    return ok(this.#origin);
  }

  /** The checkpoint that was signed last, or null when there is none. */
  latestCheckpoint(): StoredCheckpoint | null {
    return latestCheckpoint(this.statements);
  }

  /** The first checkpoint whose tree holds event `seq`, or null. */
  checkpointCovering(seq: number): StoredCheckpoint | null {
    return checkpointCovering(this.statements, seq);
  }

  #checkTreeSize(treeSize: number): Result<null> {
    const size = this.size();
    if (Number.isSafeInteger(treeSize) && treeSize >= 1 && treeSize <= size) return ok(null);
    return fail('tree-size-unknown', `There is no tree of ${treeSize} events; the ledger has ${size}`, `${treeSize}`);
  }

  /**
   * Rows of projections, each checked by `schema`. Throws on SQL that writes and on a row of another shape: both are
   * bugs.
   */
  select<T>(sql: string, parameters: readonly SqlValue[], schema: z.ZodType<T>): readonly T[] {
    return this.statements.select(sql, parameters, schema);
  }

  /**
   * The newest events that no complete block holds, oldest first. Each is read once. One that cannot be read is left
   * out; an audit names it.
   */
  openBlock(): readonly LedgerEvent[] {
    const size = this.size();
    if (this.#newest.size === size) return this.#newest.events;
    const start = startOfOpenBlock(size);
    const known = this.#newest.events.filter(({ seq }) => seq >= start);
    const newer = eventsBetween(this.statements, Math.max(start, this.#newest.size), size);
    this.#newest = { size, events: [...known, ...newer] };
    return this.#newest.events;
  }

  /** Closes the file. Nothing may be asked of this reader afterwards. */
  close(): void {
    this.connection.close();
  }
}
