import type { Json, JsonObject } from '../../canonical/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import type { MachineDefinition, MachineInvocation, StateDefinition } from '../config/definition.ts';
import type { Parked } from '../hooks.ts';
import { done, failed, type MachineError, type Outcome, problemOutcome } from '../machine-error.ts';
import type { CrashPoint } from '../ports.ts';
import type { LaunchIntent } from '../snapshot.ts';
import { type Beginning, begin } from './beginning.ts';
import { type ChildEnd, gatherChildren, type PlannedChild, planChildren, runAll } from './children.ts';
import { chooseTransition, mergeContext, routeError, stepsRemain } from './decide.ts';
import { machineEnded, recoveryState, stateEntered, stateExited, transitioned, unknownState } from './hook-calls.ts';
import type { FinishedStep, RunJournal } from './journal.ts';
import { childId, isCallOf, processLaunch } from './launch-intents.ts';
import type { MachineResult, MachineRuntime } from './runtime.ts';
import { StepWork } from './step-work.ts';
import { within } from './within.ts';

/** How a run reaches the other runs of its process. */
export interface Family {
  /** Works on a run that is in the store already, until it ends, parks or is stopped. */
  drive(definition: MachineDefinition, executionId: string, stop: AbortSignal): Promise<Result<MachineResult>>;
  /** The same, without anybody waiting for it. */
  launch(definition: MachineDefinition, executionId: string): void;
}

/** Null: go on with the next state. */
type End = Result<MachineResult> | null;

/** One run, worked on by the process that holds its lease. */
export class Run {
  readonly #runtime: MachineRuntime;
  readonly #definition: MachineDefinition;
  readonly #family: Family;
  readonly #journal: RunJournal;
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
    this.#runtime = runtime;
    this.#definition = definition;
    this.#family = family;
    this.#journal = journal;
    this.#stop = stop;
    this.#waitingFor = journal.record.waiting_for;
  }

  /** Works until the run ends, parks, fails or is stopped. */
  async go(): Promise<Result<MachineResult>> {
    this.#journal.reopen();
    const resumed = await this.launchPending('all');
    if (!resumed.ok) return resumed;
    for (;;) {
      const { current_state: name, step } = this.#journal.snapshot;
      if (this.#stop.aborted) return this.#stopped();
      const cancel = await this.#runtime.store.cancelRequested(this.#id);
      if (!cancel.ok) return cancel;
      if (cancel.value) return this.#stopped();
      if (!stepsRemain(step, this.#definition.maxSteps)) {
        const message = `The machine took its ${this.#definition.maxSteps} steps without reaching a final state`;
        return this.#failure({ type: 'max_steps', message }, null);
      }
      const state = this.#definition.states.get(name);
      if (state === undefined) {
        return this.#failure({ type: 'unknown_state', message: `There is no state ${JSON.stringify(name)}` }, null);
      }
      const end = await this.#step(state);
      if (end !== null) return end;
    }
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
          this.#callMachines(invocation, state, context, attempt, controller.signal),
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
    if (!worked.ok) return this.#recover(state, work, worked.error);
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
    const launches = error === null ? await this.#plannedLaunches(state, work) : done([]);
    if (!launches.ok) return this.#recover(state, work, launches.error);
    const finished = await this.#finished(state, work, to, error, launches.value);
    if (!finished.ok) return finished;
    this.#notice('step-committing');
    const committed = await this.#journal.advance(finished.value);
    if (!committed.ok) return committed;
    this.#notice('step-committed');
    const launched = await this.launchPending('new');
    return launched.ok ? null : launched;
  }

  async #end(state: StateDefinition, work: StepWork, output: JsonObject): Promise<End> {
    const launches = await this.#plannedLaunches(state, work);
    if (!launches.ok) return this.#recover(state, work, launches.error);
    const finished = await this.#finished(state, work, state.name, null, launches.value);
    if (!finished.ok) return finished;
    this.#notice('step-committing');
    const committed = await this.#journal.finish(finished.value, output);
    if (!committed.ok) return committed;
    this.#notice('end-committed');
    const launched = await this.launchPending('new');
    return launched.ok ? ok({ ...this.#summary(), status: 'done', output }) : launched;
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
    });
  }

  #summary() {
    const { step, total_api_calls: apiCalls = 0, total_cost: cost = 0 } = this.#journal.snapshot;
    return { executionId: this.#id, states: this.#states, steps: step, apiCalls, cost };
  }

  async #failure(error: Pick<MachineError, 'type' | 'message'>, work: StepWork | null): Promise<Result<MachineResult>> {
    const kept = await this.#journal.pause('failed', { error }, work?.events ?? []);
    const { type, message } = error;
    return kept.ok ? ok({ ...this.#summary(), status: 'error', error: { type, message } }) : kept;
  }

  async #park(parked: Parked): Promise<Result<MachineResult>> {
    const { waitingFor } = parked;
    if (waitingFor === this.#waitingFor && parked.events.length === 0) {
      return ok({ ...this.#summary(), status: 'parked', waitingFor });
    }
    const kept = await this.#journal.pause('parked', { waitingFor }, parked.events);
    if (!kept.ok) return kept;
    this.#notice('park-committed');
    return ok({ ...this.#summary(), status: 'parked', waitingFor });
  }

  async #stopped(): Promise<Result<MachineResult>> {
    const details = this.#waitingFor === null ? {} : { waitingFor: this.#waitingFor };
    const kept = await this.#journal.pause('cancelled', details, []);
    return kept.ok ? ok({ ...this.#summary(), status: 'cancelled' }) : kept;
  }

  /** Begins the children of a `launch`. */
  async #plannedLaunches(state: StateDefinition, work: StepWork): Promise<Outcome<readonly Beginning[]>> {
    const { record, snapshot } = this.#journal;
    const variables = { context: work.context, input: record.input, output: work.output };
    const planned: PlannedChild[] = [];
    for (const call of state.launches) {
      const input = this.#runtime.templates.render({ ...state.launchInput, ...call.input }, variables);
      if (!input.ok) return problemOutcome(input.problem);
      planned.push({ machine: call.name, input: input.value as JsonObject, item: null });
    }
    return this.#begin(planned, (index) => childId(this.#id, snapshot.step, 'launch', index));
  }

  async #begin(planned: readonly PlannedChild[], id: (index: number) => string): Promise<Outcome<Beginning[]>> {
    const { record } = this.#journal;
    if (planned.length > 0 && record.depth + 1 > this.#definition.maxDepth) {
      return failed('max_depth', `Machines call each other deeper than ${this.#definition.maxDepth}`, false);
    }
    const children: Beginning[] = [];
    for (const [index, child] of planned.entries()) {
      const definition = this.#child(child.machine);
      const of = { executionId: id(index), input: child.input, parent: record, name: child.machine };
      const beginning = await begin(this.#runtime, definition, of);
      if (!beginning.ok) return beginning;
      children.push(beginning.value);
    }
    return done(children);
  }

  #child(name: string): MachineDefinition {
    const definition = this.#definition.machines.get(name);
    if (definition === undefined) throw new Error(`bug: the machine ${name} was not loaded`);
    return definition;
  }

  /** Starts what was promised and not started yet; with `all` also what a process started that is gone (M9). */
  async launchPending(which: 'all' | 'new'): Promise<Result<void>> {
    const { step } = this.#journal.snapshot;
    const pending = this.#journal.intents.filter(
      (intent) => !isCallOf(intent, this.#id, step) && (which === 'all' || !intent.launched),
    );
    const before = this.#journal.intents;
    let intents = before;
    for (const intent of pending) {
      this.#family.launch(this.#child(intent.machine), intent.execution_id);
      const processed = processLaunch(intents, intent);
      if (!processed.shouldLaunch) continue;
      intents = processed.intents;
      this.#notice('child-launched');
    }
    if (intents === before) return ok(undefined);
    const marked = await this.#journal.intend(intents, [], 'run.launched');
    if (marked.ok) this.#notice('launch-marked');
    return marked;
  }

  /** Runs the machines of a `machine:` state and waits for them. Found again after a crash, they are resumed. */
  async #callMachines(
    invocation: MachineInvocation,
    state: StateDefinition,
    context: JsonObject,
    attempt: number,
    signal: AbortSignal,
  ): Promise<Outcome<Json | Parked>> {
    const { templates, maxParallel } = this.#runtime;
    const { record, snapshot } = this.#journal;
    const variables = { context, input: record.input, output: null };
    const planned = planChildren(templates, invocation, state, variables);
    if (!planned.ok) return planned;
    const id = (index: number): string => childId(this.#id, snapshot.step, 'call', index, attempt);
    const known = new Set(this.#journal.intents.map((intent) => intent.execution_id));
    if (planned.value.length > 0 && !known.has(id(0))) {
      const children = await this.#begin(planned.value, id);
      if (!children.ok) return children;
      const intents = [
        ...this.#journal.intents,
        ...children.value.map((child) => ({ ...intentOf(child), launched: true })),
      ];
      const kept = await this.#journal.intend(intents, children.value, 'run.called');
      if (!kept.ok) return problemOutcome(kept.problem);
      this.#notice('intents-committed');
    }
    const others = new AbortController();
    const leave = (): void => others.abort();
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    const mode = invocation.kind === 'one' ? 'settled' : invocation.mode;
    const work = async (index: number): Promise<ChildEnd> => {
      const machine = planned.value[index]?.machine ?? '';
      return childEnd(await this.#family.drive(this.#child(machine), id(index), others.signal));
    };
    const ends = await runAll(planned.value.length, maxParallel, mode, work, leave);
    signal.removeEventListener('abort', leave);
    this.#notice('children-done');
    return gatherChildren(templates, invocation, planned.value, ends, variables);
  }
}

function intentOf(child: Beginning): LaunchIntent {
  const { execution_id, machine_path, input } = child.record;
  return { execution_id, machine: machine_path.at(-1) ?? '', input, launched: false };
}

function childEnd(result: Result<MachineResult>): ChildEnd {
  if (!result.ok) return problemOutcome(result.problem);
  const end = result.value;
  switch (end.status) {
    case 'done':
      return done(end.output);
    case 'parked':
      return { parked: `run:${end.executionId}` };
    case 'cancelled':
      return failed('CancelledError', 'The machine was stopped', false);
    case 'error':
      return failed(end.error.type, end.error.message);
    default:
      return failed('Error', 'The machine ended in an unknown way');
  }
}
