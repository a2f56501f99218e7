import type { JsonObject } from '../../canonical/index.ts';
import { ok, type Problem, type Result } from '../../problem/index.ts';
import type { StateDefinition } from '../config/definition.ts';
import { done, type MachineError } from '../machine-error.ts';
import { intentOf } from './begin-children.ts';
import type { Beginning } from './beginning.ts';
import { mergeContext, routeError } from './decide.ts';
import { recoveryState } from './hook-calls.ts';
import type { FinishedStep } from './journal.ts';
import { isCallOf } from './launch-intents.ts';
import { launchPending, planLaunches } from './launched-children.ts';
import { finalOutput, leaveState } from './leave-state.ts';
import type { RunPauses } from './run-pauses.ts';
import type { RunSite } from './run-site.ts';
import type { MachineResult } from './runtime.ts';
import type { StepWork } from './step-work.ts';

/** Null: go on with the next state. */
export type End = Result<MachineResult> | null;

/** What becomes of a step when its work is done or went wrong: the commit of the step, or the failure of the run. */
export class StepEnding {
  readonly #site: RunSite;
  readonly #pauses: RunPauses;

  constructor(site: RunSite, pauses: RunPauses) {
    this.#site = site;
    this.#pauses = pauses;
  }

  /** The work is done: the run goes on to the next state, or is completed. */
  async finish(state: StateDefinition, work: StepWork): Promise<End> {
    const left = state.final ? await finalOutput(this.#site, state, work) : await leaveState(this.#site, state, work);
    if (!left.ok) return this.recover(state, work, left.error);
    return typeof left.value === 'string'
      ? this.#goOn(state, work, left.value, null)
      : this.#complete(state, work, left.value);
  }

  /** The work went wrong: the run goes on where `onError` or `on_error` leads, or fails (M4). */
  async recover(state: StateDefinition, work: StepWork, error: MachineError): Promise<End> {
    const { runtime, definition } = this.#site;
    const context = mergeContext(work.context, { last_error: error.message, last_error_type: error.type });
    work.context = context;
    const wanted = await recoveryState(runtime.hooks, state.name, error, context);
    if (!wanted.ok) return this.#pauses.failed(wanted.error, work);
    const target = wanted.value ?? routeError(state, error.type);
    if (target === null) return this.#pauses.failed(error, work);
    if (!definition.states.has(target)) {
      const message = `There is no state ${JSON.stringify(target)}`;
      return this.#pauses.failed({ type: 'unknown_state', message }, work);
    }
    return this.#goOn(state, work, target, error);
  }

  async #goOn(state: StateDefinition, work: StepWork, to: string, error: MachineError | null): Promise<End> {
    const { journal, notice } = this.#site;
    const launches = error === null ? await planLaunches(this.#site, state, work) : done([]);
    if (!launches.ok) return this.recover(state, work, launches.error);
    const finished = await this.#finished(state, work, to, error, launches.value);
    if (!finished.ok) return finished;
    notice('step-committing');
    const committed = await journal.advance(finished.value);
    if (!committed.ok) return this.#uncommitted(committed.problem);
    notice('step-committed');
    const launched = await launchPending(this.#site, 'new');
    return launched.ok ? null : launched;
  }

  async #complete(state: StateDefinition, work: StepWork, output: JsonObject): Promise<End> {
    const { journal, notice } = this.#site;
    const launches = await planLaunches(this.#site, state, work);
    if (!launches.ok) return this.recover(state, work, launches.error);
    const finished = await this.#finished(state, work, state.name, null, launches.value);
    if (!finished.ok) return finished;
    notice('step-committing');
    const committed = await journal.finish(finished.value, output);
    if (!committed.ok) return this.#uncommitted(committed.problem);
    notice('end-committed');
    const launched = await launchPending(this.#site, 'new');
    return launched.ok ? ok({ ...this.#pauses.summary(), status: 'done', output }) : launched;
  }

  /** A step that is too large to be kept fails its run, which stays at the checkpoint before it. */
  async #uncommitted(problem: Problem): Promise<Result<MachineResult>> {
    if (problem.code !== 'snapshot-too-large') return { ok: false, problem };
    return this.#pauses.failed({ type: problem.code, message: problem.message }, null);
  }

  async #finished(
    state: StateDefinition,
    work: StepWork,
    to: string,
    error: MachineError | null,
    children: readonly Beginning[],
  ): Promise<Result<FinishedStep>> {
    const { journal } = this.#site;
    const open = await journal.openIntents();
    if (!open.ok) return open;
    const { step } = journal.snapshot;
    const kept = open.value.filter((intent) => !isCallOf(intent, journal.record.execution_id, step));
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
}
