import type { Json, JsonObject } from '../../canonical/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import type { MachineInvocation, StateDefinition } from '../config/definition.ts';
import type { Parked } from '../hooks.ts';
import { failed, type Outcome, problemOutcome } from '../machine-error.ts';
import { beginChildren, intentOf, machineNamed } from './begin-children.ts';
import { type CalledRun, cancelledBy, cancelRuns, together } from './cancel-called.ts';
import { type ChildEnd, childEnd } from './child-end.ts';
import { gatherChildren, type PlannedChild, planChildren, runAll } from './children.ts';
import { childId, isCallOf } from './launch-intents.ts';
import type { RunSite } from './run-site.ts';
import type { CancelledWith } from './runtime.ts';
import { firstDone } from './stored-run.ts';

/** One attempt of a `machine:` state. */
interface MachineCall {
  readonly invocation: MachineInvocation;
  readonly state: StateDefinition;
  readonly context: JsonObject;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** The machines that a run calls and waits for (M7). */
export class CalledChildren {
  readonly #site: RunSite;
  /** Calls that are not over: after a timeout or a cancellation nobody waits for them. */
  readonly #calling = new Set<Promise<unknown>>();
  /** What stopped with the calls of this step. */
  #stopped: CancelledWith[] = [];

  constructor(site: RunSite) {
    this.#site = site;
  }

  get #id(): string {
    return this.#site.journal.record.execution_id;
  }

  /**
   * Cancels the called runs of this step that are not over, in whichever process they are. Errors: those of
   * `cancelRuns`.
   */
  async cancelCalled(): Promise<Result<CancelledWith>> {
    while (this.#calling.size > 0) await Promise.all(this.#calling);
    const { step } = this.#site.journal.snapshot;
    const called = this.#site.journal.intents.filter((intent) => isCallOf(intent, this.#id, step));
    const cancelled = await cancelRuns(
      this.#site.runtime,
      called.map((intent) => this.#calledRun(intent.machine, intent.execution_id)),
    );
    return cancelled.ok ? ok(together([...this.#stopped, cancelled.value])) : cancelled;
  }

  /** Whether called runs go on though the step that called them was given up. */
  get areCalling(): boolean {
    return this.#calling.size > 0;
  }

  #calledRun(machine: string, executionId: string): CalledRun {
    const stop = () =>
      this.#site.family.drive(
        machineNamed(this.#site.definition, machine),
        executionId,
        AbortSignal.abort('cancelled'),
      );
    return { executionId, stop };
  }

  /** Runs the machines of a `machine:` state and waits for them. Found again after a crash, they are resumed. */
  call(call: MachineCall): Promise<Outcome<Json | Parked>> {
    this.#stopped = [];
    const work = this.#work(call);
    const over = (): boolean => this.#calling.delete(kept);
    const kept: Promise<unknown> = work.then(over, over);
    this.#calling.add(kept);
    return work;
  }

  async #work({ invocation, state, context, attempt, signal }: MachineCall): Promise<Outcome<Json | Parked>> {
    const { templates, maxParallel } = this.#site.runtime;
    const { record, snapshot } = this.#site.journal;
    const variables = { context, input: record.input, output: null };
    const planned = planChildren(templates, invocation, state, variables);
    if (!planned.ok) return planned;
    const id = (index: number): string => childId(this.#id, snapshot.step, 'call', index, attempt);
    const known = new Set(this.#site.journal.intents.map((intent) => intent.execution_id));
    const isNew = planned.value.length > 0 && !known.has(id(0));
    if (isNew) {
      const children = await beginChildren(this.#site.runtime, this.#site.definition, record, planned.value, id);
      if (!children.ok) return children;
      if (signal.aborted) return failed('CancelledError', 'The machine was stopped', false);
      const intents = [
        ...this.#site.journal.intents,
        ...children.value.map((child) => ({ ...intentOf(child), launched: true })),
      ];
      const kept = await this.#site.journal.intend(intents, children.value, 'run.called');
      if (!kept.ok) return problemOutcome(kept.problem);
      this.#site.notice('intents-committed');
    }
    const others = new AbortController();
    const leave = (): void => others.abort(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    const mode = invocation.kind === 'one' ? 'settled' : invocation.mode;
    const work = async (index: number): Promise<ChildEnd> => {
      const machine = planned.value[index]?.machine ?? '';
      const end = await this.#site.family.drive(machineNamed(this.#site.definition, machine), id(index), others.signal);
      this.#stopped.push(cancelledBy(end));
      return childEnd(end);
    };
    const ids = planned.value.map((_, index) => id(index));
    // Of an `any` that was won before a crash, the others are not worked on again.
    const winner = mode === 'any' && !isNew ? await firstDone(this.#site.runtime.store, ids) : ok(-1);
    if (!winner.ok) return problemOutcome(winner.problem);
    const ends =
      winner.value < 0
        ? await runAll(ids.length, maxParallel, mode, work, leave)
        : await Promise.all(ids.map((_, index) => (index === winner.value ? work(index) : undefined)));
    signal.removeEventListener('abort', leave);
    const left = mode === 'any' ? await this.#cancelLosers(planned.value, ids, ends) : ok(null);
    if (!left.ok) return problemOutcome(left.problem);
    this.#site.notice('children-done');
    return gatherChildren(templates, invocation, planned.value, ends, variables);
  }

  /** Once one of an `any` has won, the rest are cancelled: also those that wait for somebody, or never began (M7). */
  async #cancelLosers(
    planned: readonly PlannedChild[],
    ids: readonly string[],
    ends: readonly (ChildEnd | undefined)[],
  ): Promise<Result<unknown>> {
    if (!ends.some((end) => end !== undefined && 'ok' in end && end.ok)) return ok(null);
    const runs = ids.map((executionId, index) => this.#calledRun(planned[index]?.machine ?? '', executionId));
    const cancelled = await cancelRuns(this.#site.runtime, runs);
    if (cancelled.ok) this.#stopped.push(cancelled.value);
    return cancelled;
  }
}
