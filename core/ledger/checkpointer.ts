/** Signs the tree inside the append that makes it due, so a human's decision never stands without its checkpoint. */
import { fail, ok, type Result, required } from '../problem/index.ts';
import { type Clock, isoTime } from '../world/index.ts';
import {
  type CheckpointPolicy,
  checkpointText,
  defaultCheckpointPolicy,
  isCheckpointDue,
  parseCheckpoint,
} from './checkpoint.ts';
import { checkpointOf, latestCheckpoint, storeCheckpoint } from './checkpoint-store.ts';
import type { LedgerEvent } from './event.ts';
import type { NodeSource } from './merkle-proof.ts';
import { type Frontier, rootOfFrontier } from './merkle-tree.ts';
import { MissingNode } from './missing-node.ts';
import { hex, rootOf } from './node-store.ts';
import { checkNote, type NoteSigner, type NoteVerifier, type SigningKey, signNote } from './note.ts';
import type { StoredCheckpoint } from './port.ts';
import type { StatementCache } from './statement-cache.ts';

export interface CheckpointSigning {
  readonly key: SigningKey;
  readonly policy?: CheckpointPolicy;
}

export class Checkpointer {
  readonly #statements: StatementCache;
  readonly #nodes: NodeSource;
  readonly #signing: CheckpointSigning;
  readonly #clock: Clock;

  constructor(statements: StatementCache, nodes: NodeSource, signing: CheckpointSigning, clock: Clock) {
    this.#statements = statements;
    this.#nodes = nodes;
    this.#signing = signing;
    this.#clock = clock;
  }

  /** Signs if the policy says so. Call inside the transaction of the append. */
  afterAppend(origin: string, frontier: Frontier, appended: readonly LedgerEvent[]): Result<null> {
    const last = latestCheckpoint(this.#statements);
    const since = {
      events: frontier.size - (last?.treeSize ?? 0),
      milliseconds: last === null ? Number.POSITIVE_INFINITY : this.#clock.now() - Date.parse(last.at),
    };
    const policy = this.#signing.policy ?? defaultCheckpointPolicy;
    if (!isCheckpointDue(policy, since, appended)) return ok(null);
    const signed = this.sign(origin, frontier);
    return signed.ok ? ok(null) : signed;
  }

  /**
   * The checkpoint of this tree by this key: the one there is, else a new one. Error `ledger-tampered`: a history that
   * contradicts the newest checkpoint is not signed again.
   */
  sign(origin: string, frontier: Frontier): Result<StoredCheckpoint> {
    const last = latestCheckpoint(this.#statements);
    if (last !== null && !this.#stillHolds(last, frontier.size)) {
      return fail('ledger-tampered', 'The events contradict the newest checkpoint; run `mizan ledger verify`');
    }
    const { key } = this.#signing;
    const signer: NoteSigner = { name: origin, publicKey: key.publicKey, sign: (bytes) => key.sign(bytes) };
    const head = { origin, treeSize: frontier.size, root: rootOfFrontier(frontier.hashes) };
    const text = checkpointText(head);
    const there = checkpointOf(this.#statements, head);
    if (there !== null && isBy(there, signer)) return ok(there);
    const at = isoTime(this.#clock.now());
    storeCheckpoint(this.#statements, { treeSize: frontier.size, at, note: signNote(text, signer) });
    const stored = checkpointOf(this.#statements, head);
    return ok(required(stored, 'the checkpoint that was just stored'));
  }

  #stillHolds(checkpoint: StoredCheckpoint, size: number): boolean {
    if (checkpoint.treeSize > size) return false;
    try {
      return hex(rootOf(this.#nodes, checkpoint.treeSize)) === checkpoint.root;
    } catch (error) {
      if (error instanceof MissingNode) return false;
      throw error;
    }
  }
}

function isBy(checkpoint: StoredCheckpoint, signer: NoteSigner): boolean {
  const parsed = parseCheckpoint(checkpoint.note);
  const verifier: NoteVerifier = { name: signer.name, kind: 'note', publicKey: signer.publicKey };
  return parsed.ok && checkNote(parsed.value.note, verifier) === 'valid';
}
