/** What an audit found. */

/** The first thing that does not hold. */
export interface AuditFinding {
  /** The event it is about, or null when it is about the file. */
  readonly seq: number | null;
  readonly code: string;
  readonly message: string;
}

export interface AuditReport {
  readonly ok: boolean;
  readonly events: number;
  /** Bodies that were hashed. */
  readonly payloads: number;
  readonly redacted: number;
  readonly checkpoints: number;
  /** Cosignatures of the witnesses whose keys were given. */
  readonly cosignatures: number;
  /** Events that a checkpoint signed with a given key covers; 0 when no key was given. */
  readonly signedEvents: number;
  /** Hex root of the tree as computed from the events. */
  readonly root: string;
  readonly durationMs: number;
  readonly at: string;
  readonly firstBad: AuditFinding | null;
}

export interface AuditProgress {
  readonly done: number;
  readonly total: number;
}

/** Damage at event `seq`, or to the file as a whole when that is null. `code` is kebab-case, for programs. */
export function finding(seq: number | null, code: string, message: string): AuditFinding {
  return { seq, code, message };
}
