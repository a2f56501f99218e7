import type { z } from 'zod';
import type { Result } from '../problem/index.ts';
import type { Actor, EventDraft, LedgerEvent } from './event.ts';
import type { NoteVerifier } from './note.ts';

/** Values that SQLite stores. */
export type SqlValue = null | number | string | Uint8Array;

export interface EventFilter {
  /** Exact type, or a prefix that ends in `.` (`work.`). */
  readonly type?: string | undefined;
  /** The actor's id, or `kind:id`. */
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  /** ISO 8601, inclusive. */
  readonly since?: string | undefined;
  /** ISO 8601, exclusive. */
  readonly until?: string | undefined;
  /** Substring of the canonical JSON; ASCII letters match in either case. */
  readonly text?: string | undefined;
}

/** A keyset page. */
export interface PageQuery {
  readonly filter?: EventFilter;
  /** The last seq already seen. */
  readonly after?: number | null;
  /** 1..500. */
  readonly limit: number;
  /** Descending starts from the newest. */
  readonly direction: 'ascending' | 'descending';
}

export interface EventPage {
  readonly events: readonly LedgerEvent[];
  /** Events of this page whose bytes can no longer be read: the file was altered. */
  readonly damaged: readonly number[];
  /** Pass as `after` for the next page; null at the end. A page of a text search may be short before the end. */
  readonly next: number | null;
}

export type PayloadBody =
  | { readonly state: 'present'; readonly mediaType: string; readonly salt: Uint8Array; readonly body: Uint8Array }
  | { readonly state: 'redacted'; readonly reason: string; readonly at: string };

export interface InclusionProof {
  readonly leafIndex: number;
  readonly treeSize: number;
  /** Hex, lower case. */
  readonly leafHash: string;
  readonly path: readonly string[];
  readonly root: string;
}

/** That the tree of `second` events begins with the tree of `first` events. */
export interface ConsistencyProof {
  readonly first: number;
  readonly second: number;
  /** Hex, lower case. */
  readonly firstRoot: string;
  readonly secondRoot: string;
  readonly path: readonly string[];
}

/** A signed head of the tree. */
export interface StoredCheckpoint {
  /** 1 for the first of the ledger. */
  readonly number: number;
  readonly treeSize: number;
  /** Hex, lower case. */
  readonly root: string;
  readonly at: string;
  /** The C2SP signed note, with the lines of its witnesses. */
  readonly note: string;
  readonly cosignatures: number;
}

/** What every door may hold: it cannot write. */
export interface LedgerReader {
  readonly path: string;
  /** Number of events. */
  size(): number;
  /** RFC 9162 root of the whole tree, hex. */
  root(): string;
  event(seq: number): Result<LedgerEvent>;
  /** The exact bytes that were hashed. */
  canonical(seq: number): Result<Uint8Array>;
  page(query: PageQuery): EventPage;
  /** Number of events that match. Repeated calls only look at what was appended since. */
  count(filter: EventFilter): number;
  /**
   * A body, checked against the digest in its event. Errors: `payload-not-found`, `payload-altered`, `payload-missing`
   * when it is gone without a redaction, and those of `event`.
   */
  body(seq: number, name: string): Result<PayloadBody>;
  inclusionProof(seq: number, treeSize?: number): Result<InclusionProof>;
  consistencyProof(first: number, second?: number): Result<ConsistencyProof>;
  /** The name of the ledger in its checkpoints. */
  origin(): Result<string>;
  /** The newest checkpoint, or null when there is none. */
  latestCheckpoint(): StoredCheckpoint | null;
  /** The first checkpoint whose tree holds this event, or null. */
  checkpointCovering(seq: number): StoredCheckpoint | null;
  /** Rows of projections; every row is checked by `schema`. */
  select<T>(sql: string, parameters: readonly SqlValue[], schema: z.ZodType<T>): readonly T[];
  /** The newest events, oldest first, that no block of 64 holds yet: projections of blocks do not show them. */
  openBlock(): readonly LedgerEvent[];
  close(): void;
}

export interface AppendReceipt {
  readonly firstSeq: number;
  /** Number of events in the tree after the append. */
  readonly treeSize: number;
  readonly root: string;
  readonly events: readonly LedgerEvent[];
}

export interface RedactionRequest {
  readonly seq: number;
  readonly name: string;
  readonly reason: string;
  readonly actor: Actor;
}

/** The one writer of a file. Other processes may write to the same file in turn; each append is one transaction. */
export interface Ledger extends LedgerReader {
  /** Appends all or nothing, with tree nodes and projections, durable on return. */
  append(drafts: readonly EventDraft[]): Result<AppendReceipt>;
  /**
   * Reads, decides and appends inside one immediate transaction, so that two processes cannot both win.
   * A failed decision appends nothing.
   */
  appendDecided(decide: (reader: LedgerReader) => Result<readonly EventDraft[]>): Result<AppendReceipt>;
  /** Signs the tree as it is; the newest checkpoint again when it covers all. Errors: `ledger-no-key`. */
  checkpoint(): Result<StoredCheckpoint>;
  /**
   * Stores a witness's signature line under the newest checkpoint with this tree. Errors: `cosignature-…`,
   * `checkpoint-…`.
   */
  addCosignature(cosignedNote: string, witness: NoteVerifier): Result<StoredCheckpoint>;
  /** Removes a payload's body and salt for good and records who did it and why. Proofs stay valid. */
  redact(request: RedactionRequest): Result<AppendReceipt>;
}

/** What a projection may do inside the append transaction. Only its own tables. */
export interface ProjectionTables {
  run(sql: string, parameters: readonly SqlValue[]): void;
  select<T>(sql: string, parameters: readonly SqlValue[], schema: z.ZodType<T>): readonly T[];
}

/** Events that stand together: block 0 is events 0 to 63, and so on. One that cannot be read is left out. */
export interface EventBlock {
  readonly number: number;
  readonly events: readonly LedgerEvent[];
}

/**
 * Derives view tables from events, each as it is appended. Pure but for its tables; `rebuild` empties them and
 * replays.
 */
export interface EventProjection {
  readonly name: string;
  /** Tables it owns, created by a migration. */
  readonly tables: readonly string[];
  apply(event: LedgerEvent, tables: ProjectionTables): void;
}

/**
 * Derives view tables from whole blocks of 64 events: a row that every event would change is written once a block, not
 * with every commit. Whoever reads its tables adds what `LedgerReader.openBlock` holds.
 */
export interface BlockProjection {
  readonly name: string;
  /** Tables it owns, created by a migration. */
  readonly tables: readonly string[];
  applyBlock(block: EventBlock, tables: ProjectionTables): void;
}

export type Projection = EventProjection | BlockProjection;
