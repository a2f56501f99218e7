/** Reading a ledger: events, bodies, pages, roots, proofs and the rows of projections. */
import { z } from 'zod';
import { fail, ok, type Result } from '../problem/index.ts';
import { decodeEvent } from './encoding.ts';
import type { LedgerEvent } from './event.ts';
import { inclusionPath, type NodeSource } from './merkle-proof.ts';
import { rootOfFrontier } from './merkle-tree.ts';
import { hex, loadFrontier, MissingNode, storedNodes } from './node-store.ts';
import { EventCounter, type PageQuery, pageOfEvents } from './page.ts';
import type { EventFilter, EventPage, InclusionProof, LedgerReader, PayloadBody, SqlValue } from './port.ts';
import { redactionOf } from './redaction.ts';
import type { Connection } from './sqlite.ts';
import { StatementCache } from './statement-cache.ts';

const seqRow = z.number();
const bytesRow = z.instanceof(Uint8Array).optional();
const payloadRow = z.object({ salt: z.instanceof(Uint8Array).nullable(), body: z.instanceof(Uint8Array).nullable() });

export class ConnectionReader implements LedgerReader {
  readonly path: string;
  protected readonly connection: Connection;
  protected readonly statements: StatementCache;
  readonly #nodes: NodeSource;
  readonly #counter: EventCounter;
  #lastRoot: { readonly size: number; readonly root: string } | null = null;

  constructor(connection: Connection, path: string) {
    this.path = path;
    this.connection = connection;
    this.statements = new StatementCache(connection);
    this.#nodes = storedNodes(connection);
    this.#counter = new EventCounter(connection);
  }

  size(): number {
    return seqRow.parse(this.statements.pluck('SELECT coalesce(max(seq), -1) + 1 FROM event').get());
  }

  root(): string {
    const size = this.size();
    if (this.#lastRoot?.size !== size) {
      this.#lastRoot = { size, root: hex(rootOfFrontier(loadFrontier(this.#nodes, size).hashes)) };
    }
    return this.#lastRoot.root;
  }

  canonical(seq: number): Result<Uint8Array> {
    const bytes = bytesRow.parse(this.statements.pluck('SELECT canonical FROM event WHERE seq = ?').get(seq));
    if (bytes === undefined) return fail('event-not-found', `There is no event ${seq} in this ledger`, `${seq}`);
    return ok(bytes);
  }

  event(seq: number): Result<LedgerEvent> {
    const bytes = this.canonical(seq);
    return bytes.ok ? decodeEvent(bytes.value, seq) : bytes;
  }

  page(query: PageQuery): EventPage {
    return pageOfEvents(this.connection, query, this.size());
  }

  count(filter: EventFilter): number {
    return this.#counter.count(filter, this.size());
  }

  body(seq: number, name: string): Result<PayloadBody> {
    const event = this.event(seq);
    if (!event.ok) return event;
    const place = `${seq}/${name}`;
    const reference = event.value.payloads.find((payload) => payload.name === name);
    if (reference === undefined) {
      return fail('payload-not-found', `Event ${seq} has no payload ${JSON.stringify(name)}`, place);
    }
    const found = this.statements.get('SELECT salt, body FROM payload WHERE seq = ? AND name = ?').get(seq, name);
    const row = found === undefined ? null : payloadRow.parse(found);
    if (row !== null && row.body !== null) {
      return ok({ state: 'present', mediaType: reference.media_type, body: row.body });
    }
    const redaction = redactionOf(this.connection, seq, name);
    if (redaction !== null) return ok({ state: 'redacted', ...redaction });
    return fail('payload-missing', `The payload was removed without a redaction; run \`mizan ledger verify\``, place);
  }

  inclusionProof(seq: number, treeSize: number = this.size()): Result<InclusionProof> {
    const size = this.size();
    if (!Number.isSafeInteger(treeSize) || treeSize < 1 || treeSize > size) {
      return fail('tree-size-unknown', `There is no tree of ${treeSize} events; the ledger has ${size}`, `${treeSize}`);
    }
    if (!Number.isSafeInteger(seq) || seq < 0 || seq >= treeSize) {
      return fail('event-not-found', `Event ${seq} is not in the tree of ${treeSize} events`, `${seq}`);
    }
    try {
      return ok({
        leafIndex: seq,
        treeSize,
        leafHash: hex(this.#nodes({ level: 0, index: seq })),
        path: inclusionPath(seq, treeSize, this.#nodes).map(hex),
        root: hex(rootOfFrontier(loadFrontier(this.#nodes, treeSize).hashes)),
      });
    } catch (error) {
      if (!(error instanceof MissingNode)) throw error;
      return fail('ledger-node-missing', `Part of the tree is missing; run \`mizan ledger verify\``, `${seq}`);
    }
  }

  select<T>(sql: string, parameters: readonly SqlValue[], schema: z.ZodType<T>): readonly T[] {
    return this.statements.select(sql, parameters, schema);
  }

  close(): void {
    this.connection.close();
  }
}
