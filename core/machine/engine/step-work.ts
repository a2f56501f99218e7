import type { Json, JsonObject } from '../../canonical/index.ts';
import { unreachable } from '../../problem/index.ts';
import type { AgentReference, MachineDefinition, MachineInvocation, StateDefinition } from '../config/definition.ts';
import { type RetryConfig, withRetry } from '../execution/retry.ts';
import { drawParallel, vote } from '../execution/samples.ts';
import { type AgentCall, type Context, Parked } from '../hooks.ts';
import { done, errorOf, failed, type Outcome, problemOutcome } from '../machine-error.ts';
import { plainJson, plainObject } from '../plain-json.ts';
import type { RunEvent, RunNotice } from '../ports.ts';
import { mergeContext } from './decide.ts';
import type { FailedAttempts } from './journal.ts';
import { fraction, type MachineRuntime } from './runtime.ts';

/** Characters of the message of a failed attempt that are kept. */
const maxKeptMessage = 1000;
const maxKeptAttempts = 20;

/** Where the work of a step happens. */
export interface StepSite {
  readonly runtime: MachineRuntime;
  readonly definition: MachineDefinition;
  readonly executionId: string;
  readonly input: JsonObject;
  readonly step: number;
  readonly waitingFor: string | null;
  readonly signal: AbortSignal;
  notice(point: RunNotice['point']): void;
  /** Runs the machines of a `machine:` state. */
  callMachines(invocation: MachineInvocation, context: JsonObject, attempt: number): Promise<Outcome<Json | Parked>>;
}

/**
 * The work of one state: action, then agent or machine, then `output_to_context`. What was finished before an error
 * stays in `context`, because its effects are done.
 */
export class StepWork {
  context: JsonObject;
  output: Json = null;
  apiCalls = 0;
  cost = 0;
  readonly events: RunEvent[] = [];
  /** Attempts of a `retry` that failed: how many, and what went wrong in the last of them, oldest first. */
  failedAttempts: FailedAttempts = { count: 0, last: [] };
  readonly #site: StepSite;
  readonly #state: StateDefinition;
  #closed = false;

  constructor(site: StepSite, state: StateDefinition, context: JsonObject) {
    this.#site = site;
    this.#state = state;
    this.context = context;
  }

  /** After a timeout or a cancellation: whatever abandoned work still says is not heard. */
  close(): void {
    this.#closed = true;
  }

  /**
   * Does the work of the state, retries included. Null when it is finished or was closed, `Parked` when it waits for
   * somebody; an error outcome goes to `on_error` (M4).
   */
  async run(): Promise<Outcome<Parked | null>> {
    const state = this.#state;
    if (state.action !== null) {
      const acted = await this.#executed(() => this.#action(state.action ?? ''));
      if (!acted.ok || acted.value instanceof Parked) return acted as Outcome<Parked>;
      this.#site.notice('action-done');
    }
    if (state.agent !== null || state.machine !== null) {
      const answered = state.agent === null ? await this.#machines() : await this.#agent(state.agent);
      if (!answered.ok) return answered;
      if (answered.value instanceof Parked) return done(answered.value);
      if (this.#closed) return done(null);
      this.output = answered.value;
      this.#site.notice('agent-done');
    }
    return this.#mapOutput();
  }

  /** What of the output goes into the context. */
  #mapOutput(): Outcome<null> {
    const { outputToContext } = this.#state;
    if (Object.keys(outputToContext).length === 0) return done(null);
    const { runtime, input } = this.#site;
    const scope = { context: this.context, input, output: this.output };
    const mapped = runtime.templates.render(outputToContext, scope);
    if (!mapped.ok) return problemOutcome(mapped.problem);
    this.context = mergeContext(this.context, mapped.value as JsonObject);
    return done(null);
  }

  /** For actions and machines: once, or with retries. */
  #executed<T>(attempt: (number: number) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const { execution } = this.#state;
    return execution.type === 'retry' ? this.#retried(execution, attempt) : attempt(0);
  }

  #retried<T>(config: RetryConfig, attempt: (number: number) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    return withRetry(config, this.#retryPorts(), async (number) => {
      const outcome = await attempt(number);
      if (!outcome.ok && !this.#closed) {
        const { type, message } = outcome.error;
        const last = [...this.failedAttempts.last, { type, message: message.slice(0, maxKeptMessage) }];
        this.failedAttempts = { count: this.failedAttempts.count + 1, last: last.slice(-maxKeptAttempts) };
      }
      return outcome;
    });
  }

  #retryPorts() {
    const { runtime, signal } = this.#site;
    return { timers: runtime.timers, fraction: () => fraction(runtime.random), signal };
  }

  #key(sample = 0): string {
    const { executionId, step } = this.#site;
    return sample === 0 ? `${executionId}/${step}` : `${executionId}/${step}/${sample}`;
  }

  readonly #record = (event: RunEvent): void => {
    if (!this.#closed) this.events.push(event);
  };

  #renderedInput(): Outcome<JsonObject> {
    const { runtime, input } = this.#site;
    const rendered = runtime.templates.render(this.#state.input, { context: this.context, input });
    return rendered.ok ? done(rendered.value as JsonObject) : problemOutcome(rendered.problem);
  }

  async #action(name: string): Promise<Outcome<Parked | null>> {
    const { runtime, executionId, step, waitingFor, signal } = this.#site;
    const input = this.#renderedInput();
    if (!input.ok) return input;
    if (runtime.hooks.onAction === undefined) {
      return failed('unknown_action', `Nothing handles the action ${JSON.stringify(name)}`, false);
    }
    const copy = structuredClone(this.context) as Context;
    try {
      const answer = await runtime.hooks.onAction(name, copy, {
        executionId,
        state: this.#state.name,
        step,
        input: input.value,
        idempotencyKey: this.#key(),
        waitingFor,
        signal,
        record: this.#record,
      });
      if (answer instanceof Parked) return done(answer);
      const context = plainObject(answer ?? copy, 'The context an action gives');
      if (!context.ok) return problemOutcome(context.problem);
      if (this.#closed) return done(null);
      this.context = context.value;
      this.output = context.value;
      return done(null);
    } catch (thrown) {
      return { ok: false, error: errorOf(thrown) };
    }
  }

  #machines(): Promise<Outcome<Json | Parked>> {
    const { machine } = this.#state;
    if (machine === null) return Promise.resolve(done(null));
    return this.#executed((attempt) => this.#site.callMachines(machine, this.context, attempt));
  }

  async #agent(name: string): Promise<Outcome<Json>> {
    const reference: AgentReference =
      this.#site.definition.agents.get(name) ?? ({ kind: 'named', name, reference: null } as const);
    const answer = this.#site.runtime.agents.find(reference);
    if (answer === undefined)
      return failed('unknown_agent', `Nobody answers for the agent ${JSON.stringify(name)}`, false);
    const input = this.#renderedInput();
    if (!input.ok) return input;
    const { executionId, signal } = this.#site;
    const sample = async (index: number): Promise<Outcome<Json>> => {
      const call: AgentCall = {
        name,
        input: structuredClone(input.value),
        executionId,
        idempotencyKey: this.#key(index),
        signal,
        record: this.#record,
      };
      try {
        const { output, apiCalls = 1, cost = 0 } = await answer(call);
        this.apiCalls += apiCalls;
        this.cost += cost;
        const data = plainJson(output);
        return data.ok ? done(data.value) : problemOutcome(data.problem);
      } catch (thrown) {
        return { ok: false, error: errorOf(thrown) };
      }
    };
    const { execution } = this.#state;
    switch (execution.type) {
      case 'default':
        return sample(0);
      case 'retry':
        return this.#retried(execution, () => sample(0));
      case 'parallel':
        return drawParallel(execution.n_samples, sample);
      case 'mdap_voting': {
        const result = await vote(execution.k_margin, execution.max_candidates, sample);
        return result.ok ? done(result.value.winner) : result;
      }
      default:
        return unreachable(execution);
    }
  }
}
