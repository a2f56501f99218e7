import type { JsonObject } from '../../canonical/index.ts';
import { fail, ok, type Problem, type Result } from '../../problem/index.ts';
import type { MachineDefinition, StateDefinition } from '../config/definition.ts';
import { type Parked, park } from '../hooks.ts';
import { done, failed, type MachineError, type Outcome, problemOutcome } from '../machine-error.ts';
import type { CrashPoint } from '../ports.ts';
import type { Beginning } from './beginning.ts';
import { cancelledError, isCallerUnwanted, isCancelledAlone } from './cancel-called.ts';
import { chooseTransition, mergeContext, routeError, stepsRemain } from './decide.ts';
import { machineEnded, recoveryState, stateEntered, stateExited, transitioned, unknownState } from './hook-calls.ts';
import type { FinishedStep, RunJournal } from './journal.ts';
import { isCallOf } from './launch-intents.ts';
import { lostLease } from './lease.ts';
import { type Family, intentOf, RunChildren } from './run-children.ts';
import type { MachineResult, MachineRuntime } from './runtime.ts';
import { StepWork } from './step-work.ts';
import { within } from './within.ts';

/** Null: go on with the next state. */
type End = Result<MachineResult> | null;

/** One run, worked on by the process that holds its lease. */
export class Run {
  readonly #runtime: MachineRuntime;
  readonly #definition: MachineDefinition;
  readonly #children: RunChildren;
  readonly #journal: RunJournal;
  readonly #stop: AbortSignal;
  readonly #states: string[] = [];
  readonly #wasParked: boolean;
  #waitingFor: string | null;

  constructor(
    runtime: MachineRuntime,
    definition: MachineDefinition,
    family: Family,
    journal: RunJournal,
    stop: AbortSignal,
  ) {
    this.#runtime = runtime;
    this.#definition = definition;
    this.#children = new RunChildren(runtime, definition, family, journal, (point) => this.#notice(point));
    this.#journal = journal;
    this.#stop = stop;
    this.#wasParked = journal.record.status === 'parked';
    this.#waitingFor = journal.record.waiting_for;
  }

  /** Starts what was promised and not started yet, also by a process that is gone (M9). */
  launchPending(): Promise<Result<void>> {
    return this.#children.launchPending('all');
  }

  /** Works until the run ends, parks, fails or is stopped. */
  async go(): Promise<Result<MachineResult>> {
    this.#journal.reopen();
    const caller = await isCallerUnwanted(this.#runtime.store, this.#journal.record);
    if (!caller.ok) return caller;
    const unwanted = caller.value ? await this.#stopped() : await this.#endIfUnwanted();
    if (unwanted !== null) return unwanted;
    const resumed = await this.#children.launchPending('all');
    if (!resumed.ok) return resumed;
    for (;;) {
      const { current_state: name, step } = this.#journal.snapshot;
      const stopped = await this.#endIfUnwanted();
      if (stopped !== null) return stopped;
      if (!stepsRemain(step, this.#definition.maxSteps)) {
        const message = `The machine took its ${this.#definition.maxSteps} steps without reaching a final state`;
        return this.#failure({ type: 'max_steps', message }, null);
      }
      const state = this.#definition.states.get(name);
      if (state === undefined) {
        return this.#failure({ type: 'unknown_state', message: `There is no state ${JSON.stringify(name)}` }, null);
      }
      const missing = this.#runtime.missing?.(state) ?? null;
      if (missing !== null) return this.#park(park(this.#waitingFor ?? missing));
      const end = await this.#step(state);
      if (end !== null) return end;
    }
  }

  async #endIfUnwanted(): Promise<End> {
    if (this.#stop.aborted) return this.#stopped();
    const cancel = await this.#runtime.store.cancelRequested(this.#id);
    if (!cancel.ok) return cancel;
    return cancel.value ? this.#stopped() : null;
  }

  get #id(): string {
    return this.#journal.record.execution_id;
  }

  #notice(point: CrashPoint): void {
    const { machine_name: machine, current_state: state, step } = this.#journal.snapshot;
    this.#runtime.notice({ point, executionId: this.#id, machine, state, step });
  }

  async #step(state: StateDefinition): Promise<End> {
    this.#states.push(state.name);
    this.#notice('state-entered');
    const controller = new AbortController();
    const work = new StepWork(
      {
        runtime: this.#runtime,
        definition: this.#definition,
        executionId: this.#id,
        input: this.#journal.record.input,
        step: this.#journal.snapshot.step,
        waitingFor: this.#waitingFor,
        signal: controller.signal,
        notice: (point) => this.#notice(point),
        callMachines: (invocation, context, attempt) =>
          this.#children.call(invocation, state, context, attempt, controller.signal),
      },
      state,
      this.#journal.snapshot.context,
    );
    const worked = await within(
      this.#enterAndWork(state, work),
      state.timeout,
      `State ${JSON.stringify(state.name)}`,
      this.#runtime.timers,
      this.#stop,
      controller,
    );
    work.close();
    if (this.#stop.aborted) return this.#stopped();
    if (!worked.ok) {
      // After a timeout nobody waits for the called runs any more.
      const left = this.#children.areCalling ? await this.#children.cancelCalled() : ok(null);
      return left.ok ? this.#recover(state, work, worked.error) : left;
    }
    if (worked.value !== null) return this.#park(worked.value);
    this.#waitingFor = null;
    const left = state.final ? await this.#output(state, work) : await this.#leave(state, work);
    if (!left.ok) return this.#recover(state, work, left.error);
    return typeof left.value === 'string'
      ? this.#goOn(state, work, left.value, null)
      : this.#end(state, work, left.value);
  }

  async #enterAndWork(state: StateDefinition, work: StepWork): Promise<Outcome<Parked | null>> {
    const entered = await stateEntered(this.#runtime.hooks, state.name, work.context);
    if (!entered.ok) return entered;
    work.context = entered.value;
    return work.run();
  }

  /** The state to go to. */
  async #leave(state: StateDefinition, work: StepWork): Promise<Outcome<string>> {
    const { hooks } = this.#runtime;
    const output = await stateExited(hooks, state.name, work.context, work.output);
    if (!output.ok) return output;
    const { input } = this.#journal.record;
    const chosen = chooseTransition(state, { context: work.context, input, output: output.value });
    if (!chosen.ok) return problemOutcome(chosen.problem);
    if (chosen.value === null) {
      return failed('no_transition', `No transition of state ${JSON.stringify(state.name)} holds`, false);
    }
    const target = await transitioned(hooks, state.name, chosen.value, work.context);
    if (!target.ok) return target;
    return this.#definition.states.has(target.value) ? target : unknownState(target.value);
  }

  /** The output of the whole run. */
  async #output(state: StateDefinition, work: StepWork): Promise<Outcome<JsonObject>> {
    const { hooks, templates } = this.#runtime;
    const { input } = this.#journal.record;
    const rendered = templates.render(state.output, { context: work.context, input, output: work.output });
    if (!rendered.ok) return problemOutcome(rendered.problem);
    const exited = await stateExited(hooks, state.name, work.context, rendered.value);
    return exited.ok ? machineEnded(hooks, work.context, exited.value as JsonObject) : exited;
  }

  async #recover(state: StateDefinition, work: StepWork, error: MachineError): Promise<End> {
    const context = mergeContext(work.context, { last_error: error.message, last_error_type: error.type });
    work.context = context;
    this.#waitingFor = null;
    const wanted = await recoveryState(this.#runtime.hooks, state.name, error, context);
    if (!wanted.ok) return this.#failure(wanted.error, work);
    const target = wanted.value ?? routeError(state, error.type);
    if (target === null) return this.#failure(error, work);
    if (!this.#definition.states.has(target)) {
      return this.#failure({ type: 'unknown_state', message: `There is no state ${JSON.stringify(target)}` }, work);
    }
    return this.#goOn(state, work, target, error);
  }

  async #goOn(state: StateDefinition, work: StepWork, to: string, error: MachineError | null): Promise<End> {
    const launches = error === null ? await this.#children.planned(state, work) : done([]);
    if (!launches.ok) return this.#recover(state, work, launches.error);
    const finished = await this.#finished(state, work, to, error, launches.value);
    if (!finished.ok) return finished;
    this.#notice('step-committing');
    const committed = await this.#journal.advance(finished.value);
    if (!committed.ok) return this.#uncommitted(committed.problem);
    this.#notice('step-committed');
    const launched = await this.#children.launchPending('new');
    return launched.ok ? null : launched;
  }

  async #end(state: StateDefinition, work: StepWork, output: JsonObject): Promise<End> {
    const launches = await this.#children.planned(state, work);
    if (!launches.ok) return this.#recover(state, work, launches.error);
    const finished = await this.#finished(state, work, state.name, null, launches.value);
    if (!finished.ok) return finished;
    this.#notice('step-committing');
    const committed = await this.#journal.finish(finished.value, output);
    if (!committed.ok) return this.#uncommitted(committed.problem);
    this.#notice('end-committed');
    const launched = await this.#children.launchPending('new');
    return launched.ok ? ok({ ...this.#summary(), status: 'done', output }) : launched;
  }

  /** A step that is too large to be kept fails its run, which stays at the checkpoint before it. */
  async #uncommitted(problem: Problem): Promise<Result<MachineResult>> {
    if (problem.code !== 'snapshot-too-large') return { ok: false, problem };
    return this.#failure({ type: problem.code, message: problem.message }, null);
  }

  async #finished(
    state: StateDefinition,
    work: StepWork,
    to: string,
    error: MachineError | null,
    children: readonly Beginning[],
  ): Promise<Result<FinishedStep>> {
    const open = await this.#journal.openIntents();
    if (!open.ok) return open;
    const { step } = this.#journal.snapshot;
    const kept = open.value.filter((intent) => !isCallOf(intent, this.#id, step));
    return ok({
      from: state.name,
      to,
      context: work.context,
      apiCalls: work.apiCalls,
      cost: work.cost,
      events: work.events,
      intents: [...kept, ...children.map(intentOf)],
      children,
      error,
      failedAttempts: work.failedAttempts,
    });
  }

  #summary() {
    const { step, total_api_calls: apiCalls = 0, total_cost: cost = 0 } = this.#journal.snapshot;
    return { executionId: this.#id, states: this.#states, steps: step, apiCalls, cost };
  }

  async #failure(error: Pick<MachineError, 'type' | 'message'>, work: StepWork | null): Promise<Result<MachineResult>> {
    const details = work === null ? { error } : { error, failedAttempts: work.failedAttempts };
    const kept = await this.#journal.pause('failed', details, work?.events ?? []);
    const { type, message } = error;
    return kept.ok ? ok({ ...this.#summary(), status: 'error', error: { type, message } }) : kept;
  }

  async #park(parked: Parked): Promise<Result<MachineResult>> {
    const { waitingFor } = parked;
    if (this.#wasParked && waitingFor === this.#waitingFor && parked.events.length === 0) {
      return ok({ ...this.#summary(), status: 'parked', waitingFor });
    }
    const kept = await this.#journal.pause('parked', { waitingFor }, parked.events);
    if (!kept.ok) return kept;
    this.#notice('park-committed');
    return ok({ ...this.#summary(), status: 'parked', waitingFor });
  }

  /**
   * The runs it called come first: until the last of them is cancelled, the request for this one stays, so that a crash
   * in between loses nothing of it.
   */
  async #stopped(): Promise<Result<MachineResult>> {
    if (this.#stop.reason === lostLease) {
      return fail(
        'lock-lost',
        `The lease of ${this.#id} was over before it was renewed: nothing was written`,
        this.#id,
      );
    }
    const called = await this.#children.cancelCalled();
    if (!called.ok) return called;
    const alone = await isCancelledAlone(this.#runtime.store, this.#journal.record);
    if (!alone.ok) return alone;
    const waitingFor = this.#waitingFor;
    const events = waitingFor === null ? [] : (this.#runtime.withdraw?.({ executionId: this.#id, waitingFor }) ?? []);
    const details = {
      ...(waitingFor === null || events.length > 0 ? {} : { waitingFor }),
      ...(alone.value ? { error: cancelledError(this.#id) } : {}),
    };
    const kept = await this.#journal.pause('cancelled', details, events);
    if (!kept.ok) return kept;
    this.#notice('cancel-committed');
    return ok({
      ...this.#summary(),
      status: 'cancelled',
      called: called.value.called,
      withdrawn: [...events.map(({ subject }) => subject), ...called.value.withdrawn],
    });
  }
}
