import type { Json, JsonObject } from '../../canonical/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import type { MachineDefinition, MachineInvocation, StateDefinition } from '../config/definition.ts';
import type { Parked } from '../hooks.ts';
import { done, failed, type Outcome, problemOutcome } from '../machine-error.ts';
import type { CrashPoint } from '../ports.ts';
import type { LaunchIntent } from '../snapshot.ts';
import { type Beginning, begin } from './beginning.ts';
import { type CalledRun, cancelledBy, cancelledError, cancelRuns, together } from './cancel-called.ts';
import { type ChildEnd, gatherChildren, type PlannedChild, planChildren, runAll } from './children.ts';
import type { RunJournal } from './journal.ts';
import { childId, isCallOf, processLaunch } from './launch-intents.ts';
import type { CancelledWith, MachineResult, MachineRuntime } from './runtime.ts';
import type { StepWork } from './step-work.ts';

/** How a run reaches the other runs of its process. */
export interface Family {
  /** Works on a run that is in the store already, until it ends, parks or is stopped. */
  drive(definition: MachineDefinition, executionId: string, stop: AbortSignal): Promise<Result<MachineResult>>;
  /** The same, without anybody waiting for it. */
  launch(definition: MachineDefinition, executionId: string): void;
}

/** The machines that a run calls and launches (M7, M9). */
export class RunChildren {
  readonly #runtime: MachineRuntime;
  readonly #definition: MachineDefinition;
  readonly #family: Family;
  readonly #journal: RunJournal;
  readonly #notice: (point: CrashPoint) => void;
  /** Calls that are not over: after a timeout or a cancellation nobody waits for them. */
  readonly #calling = new Set<Promise<unknown>>();
  /** What stopped with the calls of this step. */
  #stopped: CancelledWith[] = [];

  constructor(
    runtime: MachineRuntime,
    definition: MachineDefinition,
    family: Family,
    journal: RunJournal,
    notice: (point: CrashPoint) => void,
  ) {
    this.#runtime = runtime;
    this.#definition = definition;
    this.#family = family;
    this.#journal = journal;
    this.#notice = notice;
  }

  get #id(): string {
    return this.#journal.record.execution_id;
  }

  /** Begins the children of a `launch`. */
  async planned(state: StateDefinition, work: StepWork): Promise<Outcome<readonly Beginning[]>> {
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

  /**
   * Cancels the called runs of this step that are not over, in whichever process they are. Errors: those of
   * `cancelRuns`.
   */
  async cancelCalled(): Promise<Result<CancelledWith>> {
    while (this.#calling.size > 0) await Promise.all(this.#calling);
    const { step } = this.#journal.snapshot;
    const called = this.#journal.intents.filter((intent) => isCallOf(intent, this.#id, step));
    const cancelled = await cancelRuns(
      this.#runtime,
      called.map((intent) => this.#calledRun(intent.machine, intent.execution_id)),
    );
    return cancelled.ok ? ok(together([...this.#stopped, cancelled.value])) : cancelled;
  }

  /** Whether called runs go on though the step that called them was given up. */
  get areCalling(): boolean {
    return this.#calling.size > 0;
  }

  #calledRun(machine: string, executionId: string): CalledRun {
    const stop = () => this.#family.drive(this.#child(machine), executionId, AbortSignal.abort('cancelled'));
    return { executionId, stop };
  }

  /** Runs the machines of a `machine:` state and waits for them. Found again after a crash, they are resumed. */
  call(
    invocation: MachineInvocation,
    state: StateDefinition,
    context: JsonObject,
    attempt: number,
    signal: AbortSignal,
  ): Promise<Outcome<Json | Parked>> {
    this.#stopped = [];
    const call = this.#call(invocation, state, context, attempt, signal);
    const over = (): boolean => this.#calling.delete(kept);
    const kept: Promise<unknown> = call.then(over, over);
    this.#calling.add(kept);
    return call;
  }

  async #call(
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
    const isNew = planned.value.length > 0 && !known.has(id(0));
    if (isNew) {
      const children = await this.#begin(planned.value, id);
      if (!children.ok) return children;
      if (signal.aborted) return failed('CancelledError', 'The machine was stopped', false);
      const intents = [
        ...this.#journal.intents,
        ...children.value.map((child) => ({ ...intentOf(child), launched: true })),
      ];
      const kept = await this.#journal.intend(intents, children.value, 'run.called');
      if (!kept.ok) return problemOutcome(kept.problem);
      this.#notice('intents-committed');
    }
    const others = new AbortController();
    const leave = (): void => others.abort(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    const mode = invocation.kind === 'one' ? 'settled' : invocation.mode;
    const work = async (index: number): Promise<ChildEnd> => {
      const machine = planned.value[index]?.machine ?? '';
      const end = await this.#family.drive(this.#child(machine), id(index), others.signal);
      this.#stopped.push(cancelledBy(end));
      return childEnd(end);
    };
    const ids = planned.value.map((_, index) => id(index));
    const winner = mode === 'any' && !isNew ? await this.#winner(ids) : ok(-1);
    if (!winner.ok) return problemOutcome(winner.problem);
    const ends =
      winner.value < 0
        ? await runAll(ids.length, maxParallel, mode, work, leave)
        : await Promise.all(ids.map((_, index) => (index === winner.value ? work(index) : undefined)));
    signal.removeEventListener('abort', leave);
    const left = mode === 'any' ? await this.#cancelLosers(planned.value, ids, ends) : ok(null);
    if (!left.ok) return problemOutcome(left.problem);
    this.#notice('children-done');
    return gatherChildren(templates, invocation, planned.value, ends, variables);
  }

  /** The child of an `any` that had won before a crash, -1 for none: the others are not worked on again. */
  async #winner(ids: readonly string[]): Promise<Result<number>> {
    for (const [index, executionId] of ids.entries()) {
      const run = await this.#runtime.store.run(executionId);
      if (!run.ok) return run;
      if (run.value?.status === 'done') return ok(index);
    }
    return ok(-1);
  }

  /** Once one of an `any` has won, the rest are cancelled: also those that wait for somebody, or never began (M7). */
  async #cancelLosers(
    planned: readonly PlannedChild[],
    ids: readonly string[],
    ends: readonly (ChildEnd | undefined)[],
  ): Promise<Result<unknown>> {
    if (!ends.some((end) => end !== undefined && 'ok' in end && end.ok)) return ok(null);
    const runs = ids.map((executionId, index) => this.#calledRun(planned[index]?.machine ?? '', executionId));
    const cancelled = await cancelRuns(this.#runtime, runs);
    if (cancelled.ok) this.#stopped.push(cancelled.value);
    return cancelled;
  }
}

/** The promise that a child which was begun will be started. */
export function intentOf(child: Beginning): LaunchIntent {
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
    case 'cancelled': {
      const { type, message } = cancelledError(end.executionId);
      return failed(type, message, false);
    }
    case 'error':
      return failed(end.error.type, end.error.message);
    default:
      return failed('Error', 'The machine ended in an unknown way');
  }
}
