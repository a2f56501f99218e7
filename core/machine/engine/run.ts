import { ok, type Result } from '../../problem/index.ts';
import type { MachineDefinition, StateDefinition } from '../config/definition.ts';
import { type Parked, park } from '../hooks.ts';
import type { Outcome } from '../machine-error.ts';
import type { CrashPoint } from '../ports.ts';
import { CalledChildren } from './called-children.ts';
import { isCallerUnwanted } from './cancel-called.ts';
import { stepsRemain } from './decide.ts';
import { stateEntered } from './hook-calls.ts';
import type { RunJournal } from './journal.ts';
import { launchPending } from './launched-children.ts';
import { RunPauses } from './run-pauses.ts';
import type { Family, RunSite } from './run-site.ts';
import type { MachineResult, MachineRuntime } from './runtime.ts';
import { type End, StepEnding } from './step-ending.ts';
import { StepWork } from './step-work.ts';
import { within } from './within.ts';

/** One run, worked on by the process that holds its lease. */
export class Run {
  readonly #site: RunSite;
  readonly #called: CalledChildren;
  readonly #pauses: RunPauses;
  readonly #ending: StepEnding;
  readonly #stop: AbortSignal;
  readonly #states: string[] = [];
  #waitingFor: string | null;

  constructor(
    runtime: MachineRuntime,
    definition: MachineDefinition,
    family: Family,
    journal: RunJournal,
    stop: AbortSignal,
  ) {
    this.#site = { runtime, definition, family, journal, notice: (point) => this.#notice(point) };
    this.#called = new CalledChildren(this.#site);
    this.#pauses = new RunPauses(this.#site, this.#called, this.#states);
    this.#ending = new StepEnding(this.#site, this.#pauses);
    this.#stop = stop;
    this.#waitingFor = journal.record.waiting_for;
  }

  /** Starts what was promised and not started yet, also by a process that is gone (M9). */
  launchPending(): Promise<Result<void>> {
    return launchPending(this.#site, 'all');
  }

  /** Works until the run ends, parks, fails or is stopped. */
  async go(): Promise<Result<MachineResult>> {
    const { runtime, definition, journal } = this.#site;
    journal.reopen();
    const caller = await isCallerUnwanted(runtime.store, journal.record);
    if (!caller.ok) return caller;
    const unwanted = caller.value ? await this.#cancelled() : await this.#endIfUnwanted();
    if (unwanted !== null) return unwanted;
    const resumed = await this.launchPending();
    if (!resumed.ok) return resumed;
    for (;;) {
      const { current_state: name, step } = journal.snapshot;
      const stopped = await this.#endIfUnwanted();
      if (stopped !== null) return stopped;
      if (!stepsRemain(step, definition.maxSteps)) {
        const message = `The machine took its ${definition.maxSteps} steps without reaching a final state`;
        return this.#pauses.failed({ type: 'max_steps', message }, null);
      }
      const state = definition.states.get(name);
      if (state === undefined) {
        const message = `There is no state ${JSON.stringify(name)}`;
        return this.#pauses.failed({ type: 'unknown_state', message }, null);
      }
      const missing = runtime.missing?.(state) ?? null;
      if (missing !== null) return this.#pauses.parked(park(this.#waitingFor ?? missing), this.#waitingFor);
      const end = await this.#step(state);
      if (end !== null) return end;
    }
  }

  async #endIfUnwanted(): Promise<End> {
    if (this.#stop.aborted) return this.#cancelled();
    const { runtime, journal } = this.#site;
    const cancel = await runtime.store.cancelRequested(journal.record.execution_id);
    if (!cancel.ok) return cancel;
    return cancel.value ? this.#cancelled() : null;
  }

  #cancelled(): Promise<Result<MachineResult>> {
    return this.#pauses.cancelled(this.#stop, this.#waitingFor);
  }

  #notice(point: CrashPoint): void {
    const { runtime, journal } = this.#site;
    const { machine_name: machine, current_state: state, step } = journal.snapshot;
    runtime.notice({ point, executionId: journal.record.execution_id, machine, state, step });
  }

  async #step(state: StateDefinition): Promise<End> {
    this.#states.push(state.name);
    this.#notice('state-entered');
    const controller = new AbortController();
    const work = this.#workOf(state, controller.signal);
    const worked = await within(
      this.#enterAndWork(state, work),
      state.timeout,
      `State ${JSON.stringify(state.name)}`,
      this.#site.runtime.timers,
      this.#stop,
      controller,
    );
    work.close();
    if (this.#stop.aborted) return this.#cancelled();
    if (!worked.ok) {
      // After a timeout nobody waits for the called runs any more.
      const left = this.#called.areCalling ? await this.#called.cancelCalled() : ok(null);
      if (!left.ok) return left;
      this.#waitingFor = null;
      return this.#ending.recover(state, work, worked.error);
    }
    if (worked.value !== null) return this.#pauses.parked(worked.value, this.#waitingFor);
    this.#waitingFor = null;
    return this.#ending.finish(state, work);
  }

  #workOf(state: StateDefinition, signal: AbortSignal): StepWork {
    const { runtime, definition, journal, notice } = this.#site;
    const { record, snapshot } = journal;
    return new StepWork(
      {
        runtime,
        definition,
        executionId: record.execution_id,
        input: record.input,
        step: snapshot.step,
        waitingFor: this.#waitingFor,
        signal,
        notice,
        callMachines: (invocation, context, attempt) =>
          this.#called.call({ invocation, state, context, attempt, signal }),
      },
      state,
      snapshot.context,
    );
  }

  async #enterAndWork(state: StateDefinition, work: StepWork): Promise<Outcome<Parked | null>> {
    const entered = await stateEntered(this.#site.runtime.hooks, state.name, work.context);
    if (!entered.ok) return entered;
    work.context = entered.value;
    return work.run();
  }
}
