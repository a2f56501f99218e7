import type { Json, JsonObject } from '../canonical/index.ts';
import type { Result } from '../problem/index.ts';
import type { MachineSnapshot } from './snapshot.ts';

/** What a machine needs from the world. Every store implements these; the machine knows no store. */

export interface Timers {
  /** Ends after `milliseconds`, or at once when `signal` is aborted. Never fails. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The seed's store of checkpoints (2.2). Keys are confined (S1). */
export interface PersistenceBackend {
  /** All or nothing, durable on return. */
  save(key: string, snapshot: MachineSnapshot): Promise<Result<void>>;
  /** Null when there is none. Error: `checkpoint-damaged`. */
  load(key: string): Promise<Result<MachineSnapshot | null>>;
  delete(key: string): Promise<Result<void>>;
  /** Keys equal to `prefix` or below it, in code-unit order. */
  list(prefix: string): Promise<Result<readonly string[]>>;
}

/** The seed's mail between machines (2.3), under `flatagents://{execution_id}/{path}`. */
export interface ResultBackend {
  write(uri: string, data: Json): Promise<Result<void>>;
  /** Errors: `result-missing`; with `block`, `timeout` after `timeout` milliseconds (0 waits for ever). */
  read(uri: string, options?: { readonly block?: boolean; readonly timeout?: number }): Promise<Result<Json>>;
  exists(uri: string): Promise<Result<boolean>>;
  delete(uri: string): Promise<Result<void>>;
}

/** The right to write for a run (S2). `token` grows by one whenever another owner takes the lock. */
export interface LockGrant {
  readonly key: string;
  readonly owner: string;
  readonly token: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface ExecutionLock {
  /** Null when another owner holds it. Re-entrant for its owner. Error: `lock-owner-invalid`. */
  acquire(key: string, owner: string, leaseMs: number): Promise<Result<LockGrant | null>>;
  /** Null when the lease is over or somebody else's. */
  renew(key: string, owner: string, leaseMs: number): Promise<Result<LockGrant | null>>;
  /** Does nothing for anybody but the holder. */
  release(key: string, owner: string): Promise<Result<void>>;
}

export type RunStatus = 'running' | 'parked' | 'done' | 'failed' | 'cancelled';

/** What is known of a run beside its checkpoints. Written in the same commits. */
export interface RunRecord {
  readonly execution_id: string;
  readonly machine_name: string;
  /** Of the machine the whole family of runs was loaded from. */
  readonly digest: string;
  /** Names through `machines` from that machine to this one. */
  readonly machine_path: readonly string[];
  readonly input: JsonObject;
  readonly status: RunStatus;
  readonly parent_execution_id: string | null;
  readonly depth: number;
  readonly created_at: string;
  /** What a parked run waits for: `gate:…`. */
  readonly waiting_for: string | null;
  readonly error: { readonly type: string; readonly message: string } | null;
}

/** Something worth telling in the record of the run. A ledger keeps it as an event; other stores do not keep it. */
export interface RunEvent {
  readonly type: string;
  readonly subject: string;
  readonly data: JsonObject;
  /** Who did it; the machine itself unless given. */
  readonly actor?: { readonly kind: 'agent' | 'human' | 'integration' | 'system'; readonly id: string };
  readonly payloads?: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly body: string | Uint8Array;
  }[];
}

/** One atomic commit of a run: all of it or nothing. */
export interface RunChange {
  /** Refused with `lock-lost` unless this is still the newest grant. */
  readonly fence: LockGrant;
  readonly snapshots?: readonly { readonly key: string; readonly snapshot: MachineSnapshot }[];
  readonly runs?: readonly RunRecord[];
  readonly results?: readonly { readonly uri: string; readonly data: Json }[];
  readonly events: readonly RunEvent[];
}

/** All that a machine keeps. */
export interface RunStore {
  readonly persistence: PersistenceBackend;
  readonly results: ResultBackend;
  readonly lock: ExecutionLock;
  commit(change: RunChange): Promise<Result<void>>;
  run(executionId: string): Promise<Result<RunRecord | null>>;
  runs(): Promise<Result<readonly RunRecord[]>>;
  /** The key of the checkpoint with the highest step, or null. */
  newestCheckpoint(executionId: string): Promise<Result<string | null>>;
  /** Asks whoever works on the run to stop; forgotten when it did. */
  requestCancel(executionId: string): Promise<Result<void>>;
  cancelRequested(executionId: string): Promise<Result<boolean>>;
}

/** The places where a crash must do no harm, in the order in which a run passes them. */
export type CrashPoint =
  | 'start-committed'
  | 'state-entered'
  | 'action-done'
  | 'agent-done'
  | 'intents-committed'
  | 'child-launched'
  | 'launch-marked'
  | 'children-done'
  | 'step-committing'
  | 'step-committed'
  | 'park-committed'
  | 'cancel-committed'
  | 'end-committed';

/** Told while a run goes on: progress for people, crash points for tests. */
export interface RunNotice {
  readonly point: CrashPoint;
  readonly executionId: string;
  readonly machine: string;
  readonly state: string;
  readonly step: number;
}
