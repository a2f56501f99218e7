/** Checkpoints: the size and root of the tree as a signed note (C2SP tlog-checkpoint), and when to sign one. */
import { fail, ok, type Result } from '../problem/index.ts';
import type { LedgerEvent } from './event.ts';
import type { TreeHash } from './merkle-tree.ts';
import { type Note, parseNote } from './note.ts';

/** The head of a tree, as the first three lines of a checkpoint say it. */
export interface TreeHead {
  /** The ledger's own name, from its first event. */
  readonly origin: string;
  readonly treeSize: number;
  readonly root: TreeHash;
}

export interface ParsedCheckpoint {
  readonly head: TreeHead;
  readonly note: Note;
}

/** The text that is signed: origin, size in decimal and root in base64, a line each (C2SP tlog-checkpoint). */
export function checkpointText({ origin, treeSize, root }: TreeHead): string {
  return `${origin}\n${treeSize}\n${Buffer.from(root).toString('base64')}\n`;
}

/** Reads a checkpoint without believing it. Errors: `checkpoint-malformed`. */
export function parseCheckpoint(text: string): Result<ParsedCheckpoint> {
  const malformed = fail('checkpoint-malformed', 'This is not a signed checkpoint (C2SP tlog-checkpoint)');
  const note = parseNote(text);
  if (!note.ok) return malformed;
  const [origin, size, base64, ...rest] = note.value.text.split('\n');
  if (origin === undefined || origin === '' || size === undefined || base64 === undefined) return malformed;
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || rest.at(-1) !== '' || rest.slice(0, -1).includes('')) return malformed;
  const root = Buffer.from(base64, 'base64');
  if (root.length !== 32 || root.toString('base64') !== base64) return malformed;
  return ok({ head: { origin, treeSize: Number(size), root }, note: note.value });
}

/** When an append signs the tree. Whichever comes first; a human's event always does. */
export interface CheckpointPolicy {
  /** Events since the last checkpoint. */
  readonly everyEvents: number;
  /** Seconds since the last checkpoint. */
  readonly everySeconds: number;
}

export const defaultCheckpointPolicy: CheckpointPolicy = { everyEvents: 1000, everySeconds: 300 };

export interface SinceCheckpoint {
  /** Events that no checkpoint covers. */
  readonly events: number;
  readonly milliseconds: number;
}

/** Whether the tree is to be signed now, after these events were appended. */
export function isCheckpointDue(
  policy: CheckpointPolicy,
  since: SinceCheckpoint,
  appended: readonly LedgerEvent[],
): boolean {
  if (since.events === 0) return false;
  if (appended.some(({ actor }) => actor.kind === 'human')) return true;
  return since.events >= policy.everyEvents || since.milliseconds >= policy.everySeconds * 1000;
}
