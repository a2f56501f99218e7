import type { Json, JsonObject } from '../../canonical/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import { isoTime } from '../../world/index.ts';
import type { CheckpointEvent } from '../config/schema.ts';
import type { MachineError } from '../machine-error.ts';
import type { RunEvent, RunRecord, RunStatus } from '../ports.ts';
import type { LaunchIntent, MachineSnapshot } from '../snapshot.ts';
import { type Beginning, checkpointKey } from './beginning.ts';
import type { Lease } from './lease.ts';
import type { MachineRuntime } from './runtime.ts';

/** A finished step. */
export interface FinishedStep {
  /** The state that was worked on. */
  readonly from: string;
  /** The state that comes next; for an end the final one. */
  readonly to: string;
  readonly context: JsonObject;
  readonly apiCalls: number;
  readonly cost: number;
  readonly events: readonly RunEvent[];
  readonly intents: readonly LaunchIntent[];
  /** First checkpoints of the children that are launched. */
  readonly children: readonly Beginning[];
  /** Set when `on_error` or `onError` chose the next state. */
  readonly error: Pick<MachineError, 'type' | 'message'> | null;
  readonly failedAttempts: FailedAttempts;
}

/** Attempts of a step that failed before it went on or was given up. */
export interface FailedAttempts {
  readonly count: number;
  /** Oldest first; bounded. */
  readonly last: readonly Pick<MachineError, 'type' | 'message'>[];
}

/** What a run has behind it, in memory and in the store: every change is one commit under the lease. */
export class RunJournal {
  readonly #runtime: MachineRuntime;
  readonly #lease: Lease;
  readonly #keeps: ReadonlySet<CheckpointEvent>;
  #record: RunRecord;
  #snapshot: MachineSnapshot;
  #recordIsNew = false;

  constructor(
    runtime: MachineRuntime,
    lease: Lease,
    keeps: ReadonlySet<CheckpointEvent>,
    record: RunRecord,
    snapshot: MachineSnapshot,
  ) {
    this.#runtime = runtime;
    this.#lease = lease;
    this.#keeps = keeps;
    this.#record = record;
    this.#snapshot = snapshot;
  }

  get record(): RunRecord {
    return this.#record;
  }

  get snapshot(): MachineSnapshot {
    return this.#snapshot;
  }

  get intents(): readonly LaunchIntent[] {
    return this.#snapshot.pending_launches ?? [];
  }

  /** Intents whose result is not known yet: the others are cleared with the next commit (M9). */
  async openIntents(): Promise<Result<readonly LaunchIntent[]>> {
    const open: LaunchIntent[] = [];
    for (const intent of this.intents) {
      const run = await this.#runtime.store.run(intent.execution_id);
      if (!run.ok) return run;
      const over = run.value !== null && ['done', 'failed', 'cancelled'].includes(run.value.status);
      if (!intent.launched || !over) open.push(intent);
    }
    return ok(open);
  }

  /** The run goes on after it was parked, failed or cancelled; told with the next commit. */
  reopen(): void {
    if (this.#record.status === 'running') return;
    this.#record = { ...this.#record, status: 'running', waiting_for: null, error: null };
    this.#recordIsNew = true;
  }

  /** The first commit of a run that was just begun. */
  start(): Promise<Result<void>> {
    const { execution_id: id, machine_name: machine, parent_execution_id: parent, digest } = this.#record;
    const data = { machine, digest, parent, state: this.#snapshot.current_state };
    return this.#commit(this.#snapshot, this.#record, [{ type: 'run.started', subject: `run:${id}`, data }], []);
  }

  /**
   * The run takes a step. It is committed when the machine keeps every step, or when something must not be lost:
   * events, launches, the end of a pause. Errors: the store's.
   */
  async advance(step: FinishedStep): Promise<Result<void>> {
    const snapshot = this.#after(step, 'execute', {});
    const needed = this.#recordIsNew || step.events.length > 0 || step.intents.length > 0 || this.intents.length > 0;
    if (!needed && !this.#keeps.has('execute')) {
      this.#snapshot = snapshot;
      return ok(undefined);
    }
    return this.#commit(snapshot, this.#recordIsNew ? this.#record : null, this.#told(step, snapshot), step.children);
  }

  /**
   * The run ends well: last checkpoint, output under `flatagents://<id>/result` (S3) and status in one commit. Errors:
   * the store's.
   */
  finish(step: FinishedStep, output: JsonObject): Promise<Result<void>> {
    const snapshot = this.#after(step, 'machine_end', { output });
    const record: RunRecord = { ...this.#record, status: 'done', waiting_for: null, error: null };
    const { execution_id: id } = record;
    const end: RunEvent = { type: 'run.finished', subject: `run:${id}`, data: placeOf(snapshot) };
    const results = [{ uri: `flatagents://${id}/result`, data: output as Json }];
    return this.#commit(snapshot, record, [...this.#told(step, snapshot), end], step.children, results);
  }

  /** The run stops here for now; the last checkpoint stays as it is. */
  pause(
    status: Exclude<RunStatus, 'running' | 'done'>,
    details: {
      readonly waitingFor?: string;
      readonly error?: Pick<MachineError, 'type' | 'message'>;
      readonly failedAttempts?: FailedAttempts;
    },
    events: readonly RunEvent[],
  ): Promise<Result<void>> {
    const waitingFor = details.waitingFor ?? null;
    const error = details.error === undefined ? null : { type: details.error.type, message: details.error.message };
    const record: RunRecord = { ...this.#record, status, waiting_for: waitingFor, error };
    const data: JsonObject = {
      ...placeOf(this.#snapshot),
      ...(waitingFor === null ? {} : { waiting_for: waitingFor }),
      ...(error === null ? {} : { error }),
      ...attemptsOf(details.failedAttempts),
    };
    const event = { type: `run.${status}`, subject: `run:${record.execution_id}`, data };
    return this.#commit(null, record, [...events, event], []);
  }

  /** Rewrites the newest checkpoint with other intents, and the first checkpoints of new children beside it. */
  intend(intents: readonly LaunchIntent[], children: readonly Beginning[], type: string): Promise<Result<void>> {
    const snapshot = withIntents(this.#snapshot, intents);
    const { execution_id: id } = this.#record;
    const data = { ...placeOf(snapshot), children: intents.map((intent) => intent.execution_id) };
    return this.#commit(snapshot, null, [{ type, subject: `run:${id}`, data }], children);
  }

  #after(step: FinishedStep, event: string, more: Partial<MachineSnapshot>): MachineSnapshot {
    const snapshot: MachineSnapshot = {
      ...this.#snapshot,
      current_state: step.to,
      context: step.context,
      step: this.#snapshot.step + 1,
      created_at: isoTime(this.#runtime.clock.now()),
      event,
      total_api_calls: (this.#snapshot.total_api_calls ?? 0) + step.apiCalls,
      total_cost: (this.#snapshot.total_cost ?? 0) + step.cost,
      ...more,
    };
    return withIntents(snapshot, step.intents);
  }

  #told(step: FinishedStep, after: MachineSnapshot): readonly RunEvent[] {
    const { state: to, ...place } = placeOf(after);
    const data: JsonObject = {
      from: step.from,
      to,
      ...place,
      api_calls: step.apiCalls,
      cost: step.cost,
      ...(this.#recordIsNew ? { resumed: true } : {}),
      ...(step.error === null ? {} : { error: { type: step.error.type, message: step.error.message } }),
      ...attemptsOf(step.failedAttempts),
    };
    return [...step.events, { type: 'run.stepped', subject: `run:${this.#record.execution_id}`, data }];
  }

  /** The run's own events say under which token they were written, so that an audit can see who held the lock. */
  #stamped(event: RunEvent): RunEvent {
    if (event.subject !== `run:${this.#record.execution_id}`) return event;
    return { ...event, data: { ...event.data, token: this.#lease.grant.token } };
  }

  async #commit(
    snapshot: MachineSnapshot | null,
    record: RunRecord | null,
    events: readonly RunEvent[],
    children: readonly Beginning[],
    results: readonly { readonly uri: string; readonly data: Json }[] = [],
  ): Promise<Result<void>> {
    const all = snapshot === null ? [] : [snapshot];
    const started = children.map((child): RunEvent => {
      const { execution_id: id, machine_name: machine, parent_execution_id: parent, digest } = child.record;
      const data = { machine, digest, parent, state: child.snapshot.current_state };
      return { type: 'run.started', subject: `run:${id}`, data };
    });
    const committed = await this.#runtime.store.commit({
      fence: this.#lease.grant,
      snapshots: [...all, ...children.map((child) => child.snapshot)].map((kept) => ({
        key: checkpointKey(kept.execution_id, kept.step),
        snapshot: kept,
      })),
      runs: [...(record === null ? [] : [record]), ...children.map((child) => child.record)],
      results,
      events: [...events, ...started].map((event) => this.#stamped(event)),
    });
    if (!committed.ok) return committed;
    if (snapshot !== null) this.#snapshot = snapshot;
    if (record !== null) {
      this.#record = record;
      this.#recordIsNew = false;
    }
    return committed;
  }
}

function attemptsOf({ count, last }: FailedAttempts = { count: 0, last: [] }): JsonObject {
  if (count === 0) return {};
  return { failed_attempts: { count, last: last.map(({ type, message }) => ({ type, message })) } };
}

/** Where a run stands, in every event about it: views read the newest one instead of keeping a row up to date. */
function placeOf(snapshot: MachineSnapshot) {
  return {
    state: snapshot.current_state,
    step: snapshot.step,
    total_api_calls: snapshot.total_api_calls ?? 0,
    total_cost: snapshot.total_cost ?? 0,
  };
}

function withIntents(snapshot: MachineSnapshot, intents: readonly LaunchIntent[]): MachineSnapshot {
  const { pending_launches: _, ...rest } = snapshot;
  return intents.length === 0 ? rest : { ...rest, pending_launches: [...intents] };
}
