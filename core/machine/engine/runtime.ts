import type { JsonObject } from '../../canonical/index.ts';
import type { Clock, RandomSource } from '../../world/index.ts';
import type { StateDefinition } from '../config/definition.ts';
import type { AgentRunner, MachineHooks } from '../hooks.ts';
import type { MachineError } from '../machine-error.ts';
import type { RunEvent, RunNotice, RunStore, Timers } from '../ports.ts';
import type { TemplateEngine } from '../template/render.ts';

/** Everything a run uses. */
export interface MachineRuntime {
  readonly store: RunStore;
  readonly templates: TemplateEngine;
  readonly agents: AgentRunner;
  readonly hooks: MachineHooks;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly timers: Timers;
  /** Shown as the holder of locks: the name of the process. */
  readonly owner: string;
  /** Milliseconds a run may be silent before another process may take it. */
  readonly leaseMs: number;
  /** Children of one state that run at the same time. */
  readonly maxParallel: number;
  /**
   * What a state needs and nobody here can give, as what the run then waits for: it parks in front of the state, with
   * nothing done and no error. Null, or no such function: nothing is missing.
   */
  missing?(state: StateDefinition): string | null;
  /**
   * What is told when a run is cancelled, which waits for this or (null) for nothing: events that take back what it
   * asks of people, in the commit of the cancellation. The run then asks anew when it is resumed. None: what it waits
   * for stays as it is.
   */
  withdraw?(question: { readonly executionId: string; readonly waitingFor: string | null }): readonly RunEvent[];
  /** Told at every crash point. Must not throw. */
  notice(notice: RunNotice): void;
}

/** What was cancelled together with a run. */
export interface CancelledWith {
  /** The runs that it called, and those that they called, which were not over yet. */
  readonly called: readonly string[];
  /** The subjects of what it and they had asked and took back: `gate:…`. */
  readonly withdrawn: readonly string[];
}

/** What a run ended with. Only `done` is a completed run. */
export type MachineResult = {
  readonly executionId: string;
  /** States entered by this call, in order. */
  readonly states: readonly string[];
  /** Finished steps of the whole run. */
  readonly steps: number;
  readonly apiCalls: number;
  readonly cost: number;
} & (
  | { readonly status: 'done'; readonly output: JsonObject }
  | { readonly status: 'error'; readonly error: Pick<MachineError, 'type' | 'message'> }
  | { readonly status: 'parked'; readonly waitingFor: string }
  | ({ readonly status: 'cancelled' } & CancelledWith)
);

/** A number in [0, 1) with 32 bits of chance. */
export function fraction(random: RandomSource): number {
  const bytes = random.bytes(4);
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
}
