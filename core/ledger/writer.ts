/** The one writer: events, payloads, tree nodes and projections of one append commit together. */
import { fail, ok, type Result } from '../problem/index.ts';
import { type Clock, isoTime, type RandomSource } from '../world/index.ts';
import { Checkpointer, type CheckpointSigning } from './checkpointer.ts';
import { addCosignature } from './cosignature-store.ts';
import { type EncodedEvent, encodeEvent } from './encoding.ts';
import type { EventDraft, LedgerEvent } from './event.ts';
import { completeBlocks, type OpenBlock } from './event-blocks.ts';
import { indexProjections } from './event-index.ts';
import { appendLeaf, type Frontier, leafHash, nodeCount, rootOfFrontier, type TreeHash } from './merkle-tree.ts';
import { hex, loadFrontier, storedNodes, storeNodes } from './node-store.ts';
import type { NoteVerifier } from './note.ts';
import type { AppendReceipt, Ledger, LedgerReader, Projection, RedactionRequest, StoredCheckpoint } from './port.ts';
import { Projector } from './projector.ts';
import { ConnectionReader } from './reader.ts';
import { redactedEvent } from './redaction.ts';
import { type Connection, inTransaction } from './sqlite.ts';

export interface WriterOptions {
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly checkpoints?: CheckpointSigning;
}

export class ConnectionLedger extends ConnectionReader implements Ledger {
  readonly #projector: Projector;
  readonly #options: WriterOptions;
  readonly #checkpointer: Checkpointer | null;
  #frontier: Frontier;
  #openBlock: OpenBlock = [];

  /** For `openLedger`, which has opened and checked the connection. */
  constructor(connection: Connection, path: string, options: WriterOptions) {
    super(connection, path);
    this.#options = options;
    this.#projector = new Projector([...indexProjections(connection), ...options.projections], this.statements);
    this.#checkpointer =
      options.checkpoints === undefined
        ? null
        : new Checkpointer(this.statements, storedNodes(connection), options.checkpoints, options.clock);
    this.#frontier = loadFrontier(storedNodes(connection), this.size());
  }

  /** Appends all drafts or none, durable on return. Errors: those of encoding a draft and of the file. */
  append(drafts: readonly EventDraft[]): Result<AppendReceipt> {
    return this.appendDecided(() => ok(drafts));
  }

  /**
   * Decides on what the file holds now and appends in the same immediate transaction; a failed decision appends
   * nothing. An append inside `decide` is a bug and throws.
   */
  appendDecided(decide: (reader: LedgerReader) => Result<readonly EventDraft[]>): Result<AppendReceipt> {
    return this.#appendAnd(decide);
  }

  /** Signs the tree as it is; the newest checkpoint again when it covers all. Error: `ledger-no-key`. */
  checkpoint(): Result<StoredCheckpoint> {
    const checkpointer = this.#checkpointer;
    if (checkpointer === null)
      return fail('ledger-no-key', 'No signing key was given; nothing can be signed here', this.path);
    return inTransaction(this.connection, () => {
      const origin = this.origin();
      return origin.ok ? checkpointer.sign(origin.value, this.#currentFrontier()) : origin;
    });
  }

  /** Stores a witness's line under the newest checkpoint of its tree. Errors: `cosignature-…`, `checkpoint-…`. */
  addCosignature(cosignedNote: string, witness: NoteVerifier): Result<StoredCheckpoint> {
    return inTransaction(this.connection, () => addCosignature(this.statements, cosignedNote, witness));
  }

  /**
   * Takes a body and its salt out for good, and appends who did it and why; hashes and proofs stay as they were.
   * Errors: `redaction-without-reason`, `payload-redacted`, and those of `body`.
   */
  redact({ seq, name, reason, actor }: RedactionRequest): Result<AppendReceipt> {
    if (reason.trim() === '') return fail('redaction-without-reason', 'Say why the payload is taken out', 'reason');
    const receipt = this.#appendAnd(
      () => {
        const body = this.body(seq, name);
        if (!body.ok) return body;
        if (body.value.state === 'redacted') {
          return fail('payload-redacted', `This payload was redacted before: ${body.value.reason}`, `${seq}/${name}`);
        }
        return ok([redactedEvent.draft(actor, 'ledger', { seq, name, reason })]);
      },
      () => this.#empty(seq, name),
    );
    // The log of SQLite still holds the body until it is copied back and emptied.
    if (receipt.ok) this.connection.pragma('wal_checkpoint(TRUNCATE)');
    return receipt;
  }

  #appendAnd(
    decide: (reader: LedgerReader) => Result<readonly EventDraft[]>,
    then?: () => void,
  ): Result<AppendReceipt> {
    if (this.connection.inTransaction) throw new Error('bug: an append inside the decision of another append');
    let frontier = this.#frontier;
    let openBlock = this.#openBlock;
    const receipt = inTransaction(this.connection, () => {
      const drafts = decide(this);
      if (!drafts.ok) return drafts;
      frontier = this.#currentFrontier();
      const firstSeq = frontier.size;
      const at = isoTime(this.#options.clock.now());
      const events: LedgerEvent[] = [];
      const completed: TreeHash[] = [];
      for (const draft of drafts.value) {
        const encoded = encodeEvent(draft, frontier.size, at, this.#options.random);
        if (!encoded.ok) return encoded;
        this.#store(encoded.value);
        const appended = appendLeaf(frontier, leafHash(encoded.value.bytes));
        frontier = appended.frontier;
        completed.push(...appended.completed);
        this.#projector.apply(encoded.value.event);
        events.push(encoded.value.event);
      }
      storeNodes(this.statements, nodeCount(firstSeq), completed);
      if (events.length > 0) {
        openBlock = completeBlocks(this.statements, openBlock, events, (block) => this.#projector.applyBlock(block));
      }
      then?.();
      if (this.#checkpointer !== null && events.length > 0) {
        const origin = this.origin();
        if (!origin.ok) return origin;
        const signed = this.#checkpointer.afterAppend(origin.value, frontier, events);
        if (!signed.ok) return signed;
      }
      return ok(receiptOf(firstSeq, frontier, events));
    });
    if (receipt.ok) {
      this.#frontier = frontier;
      this.#openBlock = openBlock;
    }
    return receipt;
  }

  /** The right edge of the tree as it is now; read again when another process has appended. */
  #currentFrontier(): Frontier {
    const size = this.size();
    return size === this.#frontier.size ? this.#frontier : loadFrontier(storedNodes(this.connection), size);
  }

  #store({ event, bytes, payloads }: EncodedEvent): void {
    this.statements.get('INSERT INTO event (seq, canonical) VALUES (?, ?)').run(event.seq, bytes);
    const { column, at } = this.layout;
    const insertPayload = this.statements.get(`INSERT INTO payload (${column}, name, salt, body) VALUES (?, ?, ?, ?)`);
    for (const [number, { name, salt, body }] of payloads.entries()) {
      insertPayload.run(at(event.seq, number), name, salt, body);
    }
  }

  /** Takes out a body that was just read. */
  #empty(seq: number, name: string): void {
    const event = this.event(seq);
    const number = event.ok ? event.value.payloads.findIndex((payload) => payload.name === name) : -1;
    const { column, at } = this.layout;
    const sql = `UPDATE payload SET salt = NULL, body = NULL WHERE ${column} = ? AND name = ?`;
    const { changes } = this.statements.get(sql).run(at(seq, number), name);
    if (changes !== 1) throw new Error(`bug: ${changes} bodies were taken out instead of one`);
  }
}

/** The root is computed when somebody asks: a dozen hashes that most appends have no use for. */
function receiptOf(firstSeq: number, frontier: Frontier, events: readonly LedgerEvent[]): AppendReceipt {
  return {
    firstSeq,
    treeSize: frontier.size,
    get root() {
      return hex(rootOfFrontier(frontier.hashes));
    },
    events,
  };
}
