import type { Json, JsonObject } from '../canonical/index.ts';
import type { AgentReference } from './config/definition.ts';
import type { RunEvent } from './ports.ts';

type Awaitable<T> = T | Promise<T>;
export type Context = Record<string, Json>;

/** An action's answer that the run must wait for something outside, such as a person's decision. */
export class Parked {
  readonly waitingFor: string;
  readonly events: readonly RunEvent[];
  constructor(waitingFor: string, events: readonly RunEvent[]) {
    this.waitingFor = waitingFor;
    this.events = events;
  }
}

/**
 * Parks the run. The process may end; `resume` calls the same action again, with `invocation.waitingFor` set, until it
 * gives a context. `events` are kept in the same commit as the parking.
 */
export function park(waitingFor: string, events: readonly RunEvent[] = []): Parked {
  return new Parked(waitingFor, events);
}

/** What an action knows of its place. */
export interface ActionInvocation {
  readonly executionId: string;
  readonly state: string;
  readonly step: number;
  /** Rendered `input` of the state. */
  readonly input: JsonObject;
  /** The same for every attempt at this step: give it to whatever must not happen twice. */
  readonly idempotencyKey: string;
  /** What the run was parked for when this is a resumed action, else null. */
  readonly waitingFor: string | null;
  /** Aborted by a timeout or a cancellation. */
  readonly signal: AbortSignal;
  /** Keeps an event in the same commit as the step: it happens if and only if the step does. */
  record(event: RunEvent): void;
}

/**
 * The seed's hooks (2.5), all optional, sync or async. Contexts are copies; returning undefined keeps the one given
 * (which the hook may have changed in place). A hook that throws is handled like an action that throws (M11).
 */
export interface MachineHooks {
  onMachineStart?(context: Context): Awaitable<JsonObject | undefined>;
  onMachineEnd?(context: Context, output: JsonObject): Awaitable<JsonObject | undefined>;
  onStateEnter?(state: string, context: Context): Awaitable<JsonObject | undefined>;
  onStateExit?(state: string, context: Context, output: Json): Awaitable<Json | undefined>;
  onTransition?(from: string, to: string, context: Context): Awaitable<string | undefined>;
  onError?(
    state: string,
    error: { readonly name: string; readonly message: string },
    context: Context,
  ): Awaitable<string | null | undefined>;
  onAction?(action: string, context: Context, invocation: ActionInvocation): Awaitable<JsonObject | Parked | undefined>;
}

/** What an agent answers. */
export interface AgentAnswer {
  readonly output: Json;
  readonly apiCalls?: number;
  /** In the provider's currency. */
  readonly cost?: number;
}

export interface AgentCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly executionId: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  record(event: RunEvent): void;
}

/** Who answers for the agents of a machine. A thrown error goes to `retry` and `on_error`. */
export interface AgentRunner {
  /** Undefined: nobody answers for this agent. */
  find(agent: AgentReference): ((call: AgentCall) => Awaitable<AgentAnswer>) | undefined;
}
