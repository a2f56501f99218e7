/** Checks each checkpoint when the computed tree has reached its size. */
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { type AuditFinding, finding } from './audit-report.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { checkCosignature } from './cosignature.ts';
import { hex } from './node-store.ts';
import { checkNote, type Note, type NoteVerifier } from './note.ts';
import type { Connection } from './sqlite.ts';

const row = z.object({ number: z.number(), tree_size: z.number(), note: z.string() });
type Row = z.infer<typeof row>;

const nextSql = `SELECT number, tree_size, note FROM checkpoint
  WHERE (tree_size, number) > (?, ?) AND number <= ? ORDER BY tree_size, number LIMIT 1`;
// The newest number ever given, also when its row is gone.
const newestSql = `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'checkpoint'`;
const lines = z.array(z.string());

export class CheckpointAudit {
  checked = 0;
  cosignatures = 0;
  /** Events under a checkpoint that is signed with a given key. */
  signedEvents = 0;
  readonly #origin: string | null;
  readonly #logKeys: readonly NoteVerifier[];
  readonly #witnessKeys: readonly NoteVerifier[];
  readonly #next: Database.Statement;
  readonly #lines: Database.Statement;
  readonly #newest: number;
  readonly #count: number;
  /** Events that the checkpoints so far have shown to be unchanged. */
  lastGood = 0;
  /** The next checkpoint to be reached, smallest tree first. */
  #pending: Row | null;

  constructor(connection: Connection, origin: string | null, publicKeys: readonly NoteVerifier[]) {
    this.#origin = origin;
    this.#logKeys = publicKeys.filter(({ kind }) => kind === 'note');
    this.#witnessKeys = publicKeys.filter(({ kind }) => kind === 'cosignature');
    this.#next = connection.prepare(nextSql);
    this.#lines = connection.prepare('SELECT line FROM cosignature WHERE checkpoint = ?').pluck();
    this.#newest = z.number().parse(connection.prepare(newestSql).pluck().get());
    this.#count = z.number().parse(connection.prepare('SELECT count(*) FROM checkpoint').pluck().get());
    this.#pending = this.#after(0, 0);
  }

  /** Size of the tree of the next checkpoint, or null when all were checked. */
  get nextSize(): number | null {
    return this.#pending?.tree_size ?? null;
  }

  /** Before the events: a public key that cannot be this ledger's, a checkpoint that was deleted. */
  start(): AuditFinding | null {
    const foreign = this.#logKeys.find(({ name }) => name !== this.#origin);
    if (foreign !== undefined) {
      const message = `The public key is of ledger ${foreign.name}; this file is ${this.#origin ?? 'not readable'}`;
      return finding(null, 'key-of-another-ledger', message);
    }
    if (this.#count !== this.#newest) {
      return finding(
        null,
        'checkpoint-missing',
        `The file has ${this.#count} of ${this.#newest} checkpoints: some were deleted`,
      );
    }
    return null;
  }

  /** Checks all checkpoints of the tree of this size. */
  reach(size: number, root: string): AuditFinding | null {
    while (this.#pending?.tree_size === size) {
      const bad = this.#check(this.#pending, root);
      if (bad !== null) return bad;
      this.checked += 1;
      this.#pending = this.#after(size, this.#pending.number);
    }
    return null;
  }

  /** After the events: checkpoints over more events than there are, and a key that signed nothing. */
  finish(size: number): AuditFinding | null {
    if (this.#pending !== null) {
      const { number, tree_size } = this.#pending;
      const signed = `Checkpoint ${number} was signed over ${tree_size} events`;
      return finding(size, 'ledger-truncated', `${signed} and the file has ${size}: the end was cut off`);
    }
    if (this.#logKeys.length > 0 && this.signedEvents === 0) {
      return finding(
        null,
        'checkpoint-missing',
        'No checkpoint is signed with the given key: nothing proves these events',
      );
    }
    return null;
  }

  #after(size: number, number: number): Row | null {
    const found = this.#next.get(size, number, this.#newest);
    return found === undefined ? null : row.parse(found);
  }

  #check({ number, tree_size, note: text }: Row, root: string): AuditFinding | null {
    const parsed = parseCheckpoint(text);
    const damaged = (why: string) => finding(null, 'checkpoint-damaged', `Checkpoint ${number} ${why}`);
    if (!parsed.ok) return damaged('is no longer a signed note');
    const { head, note } = parsed.value;
    if (head.treeSize !== tree_size) return damaged(`says ${head.treeSize} events and is filed under ${tree_size}`);
    if (head.origin !== this.#origin) return damaged(`is of another ledger, ${head.origin}`);
    const unsigned = this.#checkSignatures(number, note);
    if (unsigned !== null) return unsigned;
    if (hex(head.root) !== root) {
      const [first, last] = [this.lastGood, tree_size - 1];
      const signed = `those that checkpoint ${number} was signed over`;
      const message = `Events ${first} to ${last} are not ${signed}: one was rewritten`;
      return finding(first, 'checkpoint-root-differs', message);
    }
    this.lastGood = tree_size;
    if (this.#logKeys.length > 0) this.signedEvents = tree_size;
    return this.#checkCosignatures(number, note);
  }

  #checkSignatures(number: number, note: Note): AuditFinding | null {
    if (this.#logKeys.length === 0) return null;
    const checks = this.#logKeys.map((key) => checkNote(note, key));
    if (checks.includes('invalid')) {
      return finding(null, 'checkpoint-signature-invalid', `The signature of checkpoint ${number} is false`);
    }
    if (checks.includes('valid')) return null;
    return finding(null, 'checkpoint-key-unknown', `Checkpoint ${number} is not signed with the given key`);
  }

  #checkCosignatures(number: number, note: Note): AuditFinding | null {
    const stored = lines.parse(this.#lines.all(number));
    if (this.#witnessKeys.length === 0 || stored.length === 0) return null;
    const cosigned = parseCheckpoint(`${note.text}\n${stored.map((line) => `${line}\n`).join('')}`);
    if (!cosigned.ok)
      return finding(null, 'cosignature-damaged', `A cosignature of checkpoint ${number} cannot be read`);
    for (const key of this.#witnessKeys) {
      const check = checkCosignature(cosigned.value.note, key);
      if (check.state === 'invalid') {
        return finding(null, 'cosignature-invalid', `The cosignature of ${key.name} on checkpoint ${number} is false`);
      }
      if (check.state === 'valid') this.cosignatures += 1;
    }
    return null;
  }
}
