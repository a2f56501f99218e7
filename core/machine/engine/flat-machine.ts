import { fail, ok, type Result } from '../../problem/index.ts';
import type { MachineDefinition } from '../config/definition.ts';
import { plainObject } from '../plain-json.ts';
import type { RunRecord } from '../ports.ts';
import { type Beginning, begin } from './beginning.ts';
import { newExecutionId } from './execution-id.ts';
import { RunJournal } from './journal.ts';
import { type Lease, lostLease, takeLease } from './lease.ts';
import { Run } from './run.ts';
import type { Family } from './run-site.ts';
import type { MachineResult, MachineRuntime } from './runtime.ts';
import { endOf, newestSnapshot } from './stored-run.ts';
import { isAwaitedOver, waitingCaller } from './waiting-caller.ts';

export interface ExecuteOptions {
  readonly executionId?: string;
  /** Aborted: the run is cancelled at its last checkpoint. */
  readonly signal?: AbortSignal;
}

export interface ResumeOptions {
  /** Goes on from the checkpoint before the newest when that one is damaged; its step is then done again. */
  readonly fromEarlier?: boolean;
}

/** The seed's FlatMachine: a machine with everything it needs to run. */
export class FlatMachine {
  readonly definition: MachineDefinition;
  readonly #runtime: MachineRuntime;
  /** Another one for every object: a lock lets its owner in again. */
  readonly #owner: string;
  readonly #running = new Map<string, AbortController>();
  readonly #launched = new Set<Promise<unknown>>();

  constructor(definition: MachineDefinition, runtime: MachineRuntime) {
    this.definition = definition;
    this.#runtime = runtime;
    this.#owner = `${runtime.owner}/${newExecutionId(runtime.random)}`;
  }

  /**
   * Starts a new run and works on it until it ends, parks or is cancelled. An error of the machine is a result with
   * status `error`; problems are of the world: `not-json`, `run-exists`, `lock-lost`, and those of the store.
   */
  async execute(input: unknown = {}, options: ExecuteOptions = {}): Promise<Result<MachineResult>> {
    const data = plainObject(input, 'The input');
    if (!data.ok) return data;
    const executionId = options.executionId ?? newExecutionId(this.#runtime.random);
    const existing = await this.#runtime.store.run(executionId);
    if (!existing.ok) return existing;
    if (existing.value !== null) {
      return fail('run-exists', `The run ${executionId} exists: resume it`, executionId);
    }
    const beginning = await begin(this.#runtime, this.definition, {
      executionId,
      input: data.value,
      parent: null,
      name: null,
    });
    if (!beginning.ok) {
      const { type, message } = beginning.error;
      return ok({ executionId, states: [], steps: 0, apiCalls: 0, cost: 0, status: 'error', error: { type, message } });
    }
    return this.#untilItWaits(executionId, options.signal ?? null, beginning.value, {});
  }

  /**
   * Goes on with a run where its last checkpoint left it; a completed run gives its stored output again (M10). When it
   * was called and is cancelled by itself, the run that is parked for it goes on as well: `settled` waits for that.
   * Errors: `run-unknown`, `run-busy` while another process works on it, `machine-changed`, `checkpoint-damaged`.
   */
  async resume(executionId: string, options: ResumeOptions = {}): Promise<Result<MachineResult>> {
    const result = await this.#untilItWaits(executionId, null, null, options);
    if (!result.ok || result.value.status !== 'cancelled') return result;
    const woken = await this.#wakeCaller(executionId);
    return woken.ok ? result : woken;
  }

  /**
   * Asks for a run to be stopped at its last checkpoint, in whichever process it is. The request is kept: whoever works
   * on the run, or resumes it, first cancels the runs it called and takes back what it asked, then the run itself.
   * Errors: `run-unknown`, `run-over`, the store's.
   */
  async cancel(executionId: string): Promise<Result<void>> {
    const record = await this.#runtime.store.run(executionId);
    if (!record.ok) return record;
    if (record.value === null) return unknownRun(executionId);
    if (record.value.status === 'done') return fail('run-over', `The run ${executionId} is completed`, executionId);
    const asked = await this.#runtime.store.requestCancel(executionId);
    if (!asked.ok) return asked;
    const controller = this.#running.get(executionId);
    if (controller !== undefined) controller.abort();
    return ok(undefined);
  }

  /** Ends when every launched machine of this process has stopped, and every run that went on after a cancellation. */
  async settled(): Promise<void> {
    // A launched machine may launch others.
    while (this.#launched.size > 0) await Promise.all(this.#launched);
  }

  /** The machine of a run of this family. */
  #definitionOf(record: RunRecord): Result<MachineDefinition> {
    if (record.digest !== this.definition.digest) {
      return fail('machine-changed', `The run ${record.execution_id} was started with another version of the machine`);
    }
    let definition: MachineDefinition | undefined = this.definition;
    for (const name of record.machine_path) definition = definition?.machines.get(name);
    return definition === undefined
      ? fail('machine-changed', `The machine has no ${record.machine_path.join(' / ')}`)
      : ok(definition);
  }

  readonly #family: Family = {
    drive: (definition, executionId, stop) => this.#hold(definition, executionId, stop, null, {}),
    launch: (definition, executionId) => this.#leave(this.#hold(definition, executionId, null, null, {})),
  };

  /** Lets work go on that nobody waits for, apart from `settled`. */
  #leave(work: Promise<unknown>): void {
    const kept = work.finally(() => this.#launched.delete(kept));
    this.#launched.add(kept);
  }

  /**
   * Works on a run until it waits for something that is still to come. A run that it called may be cancelled by another
   * process, which then finds this one at work: whoever lets go of a run looks once more, so that one of both goes on.
   */
  async #untilItWaits(
    executionId: string,
    stop: AbortSignal | null,
    beginning: Beginning | null,
    options: ResumeOptions,
  ): Promise<Result<MachineResult>> {
    let result = await this.#hold(null, executionId, stop, beginning, options);
    while (result.ok && result.value.status === 'parked') {
      const over = await isAwaitedOver(this.#runtime.store, executionId);
      if (!over.ok) return over;
      if (!over.value) return result;
      const next = await this.#hold(null, executionId, stop, null, {});
      if (!next.ok) return next.problem.code === 'run-busy' ? result : next;
      result = ok({ ...next.value, states: [...result.value.states, ...next.value.states] });
    }
    return result;
  }

  /** Where another process works on the run that waits, that process looks itself. */
  async #wakeCaller(executionId: string): Promise<Result<void>> {
    const { store } = this.#runtime;
    const caller = await waitingCaller(store, executionId);
    if (!caller.ok || caller.value === null) return caller.ok ? ok(undefined) : caller;
    const over = await isAwaitedOver(store, caller.value);
    if (!over.ok) return over;
    if (over.value) this.#leave(this.#untilItWaits(caller.value, null, null, {}));
    return ok(undefined);
  }

  /** Takes the lease of a run, works on it, and lets go of it. */
  async #hold(
    definition: MachineDefinition | null,
    executionId: string,
    parentStop: AbortSignal | null,
    beginning: Beginning | null,
    options: ResumeOptions,
  ): Promise<Result<MachineResult>> {
    if (this.#running.has(executionId)) return busy(executionId);
    const controller = new AbortController();
    this.#running.set(executionId, controller);
    try {
      const lease = await this.#lease(executionId, controller);
      if (!lease.ok) return lease;
      if (lease.value === null) return busy(executionId);
      try {
        const opened = await this.#open(definition, executionId, beginning, options, lease.value);
        if (!opened.ok) return opened;
        if ('ended' in opened.value) return ok(opened.value.ended);
        const stop = parentStop === null ? controller.signal : AbortSignal.any([parentStop, controller.signal]);
        return await new Run(this.#runtime, opened.value.definition, this.#family, opened.value.journal, stop).go();
      } finally {
        await lease.value.end();
      }
    } finally {
      this.#running.delete(executionId);
    }
  }

  #lease(executionId: string, controller: AbortController): Promise<Result<Lease | null>> {
    const lost = (): void => controller.abort(lostLease);
    const tick = async (): Promise<void> => {
      const asked = await this.#runtime.store.cancelRequested(executionId);
      if (asked.ok && asked.value) controller.abort();
    };
    return takeLease(this.#runtime, this.#owner, executionId, lost, tick);
  }

  /** The journal of the run to go on with, or what it ended with. */
  async #open(
    definition: MachineDefinition | null,
    executionId: string,
    beginning: Beginning | null,
    options: ResumeOptions,
    lease: Lease,
  ): Promise<Result<Opened>> {
    if (beginning !== null) {
      const { record, snapshot } = beginning;
      const journal = new RunJournal(this.#runtime, lease, beginning.definition.checkpointOn, record, snapshot);
      const started = await journal.start();
      if (!started.ok) return started;
      const { machine_name: machine, current_state: state, step } = snapshot;
      this.#runtime.notice({ point: 'start-committed', executionId, machine, state, step });
      return ok({ definition: beginning.definition, journal });
    }
    const record = await this.#runtime.store.run(executionId);
    if (!record.ok) return record;
    if (record.value === null) return unknownRun(executionId);
    const found = definition === null ? this.#definitionOf(record.value) : ok(definition);
    if (!found.ok) return found;
    const snapshot = await newestSnapshot(this.#runtime.store, executionId, options.fromEarlier === true);
    if (!snapshot.ok) return snapshot;
    const keeps = found.value.checkpointOn;
    const journal = new RunJournal(this.#runtime, lease, keeps, record.value, snapshot.value);
    const ended = endOf(record.value, snapshot.value, definition !== null);
    if (ended === null) return ok({ definition: found.value, journal });
    const run = new Run(this.#runtime, found.value, this.#family, journal, new AbortController().signal);
    const launched = await run.launchPending();
    return launched.ok ? ok({ ended }) : launched;
  }
}

type Opened =
  | { readonly ended: MachineResult }
  | { readonly definition: MachineDefinition; readonly journal: RunJournal };

function busy(executionId: string): Result<never> {
  return fail('run-busy', `Another process works on the run ${executionId}`, executionId);
}

function unknownRun(executionId: string): Result<never> {
  return fail('run-unknown', `There is no run ${executionId}`, executionId);
}
