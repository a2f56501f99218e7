/** The one writer: events, payloads, tree nodes and projections of one append commit together. */
import { ok, type Result } from '../problem/index.ts';
import { type Clock, isoTime, type RandomSource } from '../world/index.ts';
import { type EncodedEvent, encodeEvent } from './encoding.ts';
import type { EventDraft, LedgerEvent } from './event.ts';
import { appendLeaf, type Frontier, leafHash, nodeCount, rootOfFrontier } from './merkle-tree.ts';
import { hex, loadFrontier, storedNodes } from './node-store.ts';
import type { AppendReceipt, Ledger, LedgerReader, Projection } from './port.ts';
import { Projector } from './projector.ts';
import { ConnectionReader } from './reader.ts';
import { type Connection, inTransaction } from './sqlite.ts';

export interface WriterWorld {
  readonly clock: Clock;
  readonly random: RandomSource;
}

export class ConnectionLedger extends ConnectionReader implements Ledger {
  readonly #projector: Projector;
  readonly #world: WriterWorld;
  #frontier: Frontier;

  /** For `openLedger`, which has opened and checked the connection. */
  constructor(connection: Connection, path: string, projections: readonly Projection[], world: WriterWorld) {
    super(connection, path);
    this.#projector = new Projector(projections, this.statements);
    this.#world = world;
    this.#frontier = loadFrontier(storedNodes(connection), this.size());
  }

  append(drafts: readonly EventDraft[]): Result<AppendReceipt> {
    return this.appendDecided(() => ok(drafts));
  }

  appendDecided(decide: (reader: LedgerReader) => Result<readonly EventDraft[]>): Result<AppendReceipt> {
    if (this.connection.inTransaction) throw new Error('bug: an append inside the decision of another append');
    let frontier = this.#frontier;
    const receipt = inTransaction(this.connection, 'IMMEDIATE', () => {
      const drafts = decide(this);
      if (!drafts.ok) return drafts;
      frontier = this.#currentFrontier();
      const firstSeq = frontier.size;
      const at = isoTime(this.#world.clock.now());
      const events: LedgerEvent[] = [];
      for (const draft of drafts.value) {
        const encoded = encodeEvent(draft, frontier.size, at, this.#world.random);
        if (!encoded.ok) return encoded;
        frontier = this.#store(encoded.value, frontier);
        this.#projector.apply(encoded.value.event);
        events.push(encoded.value.event);
      }
      return ok({ firstSeq, treeSize: frontier.size, root: hex(rootOfFrontier(frontier.hashes)), events });
    });
    if (receipt.ok) this.#frontier = frontier;
    return receipt;
  }

  /** The right edge of the tree as it is now; read again when another process has appended. */
  #currentFrontier(): Frontier {
    const size = this.size();
    return size === this.#frontier.size ? this.#frontier : loadFrontier(storedNodes(this.connection), size);
  }

  #store({ event, bytes, payloads }: EncodedEvent, frontier: Frontier): Frontier {
    this.statements.get('INSERT INTO event (seq, canonical) VALUES (?, ?)').run(event.seq, bytes);
    const insertPayload = this.statements.get('INSERT INTO payload (seq, name, salt, body) VALUES (?, ?, ?, ?)');
    for (const { name, salt, body } of payloads) insertPayload.run(event.seq, name, salt, body);
    const appended = appendLeaf(frontier, leafHash(bytes));
    const insertNode = this.statements.get('INSERT INTO node (position, hash) VALUES (?, ?)');
    const first = nodeCount(frontier.size);
    for (const [offset, node] of appended.completed.entries()) insertNode.run(first + offset, node);
    return appended.frontier;
  }
}
