import type { Json, JsonObject } from '../../canonical/index.ts';
import type { Condition, ExpressionEngine } from '../expression/compile.ts';
import type { AgentSource, CheckpointEvent, StateSource } from './schema.ts';

export type ExecutionConfig = NonNullable<StateSource['execution']>;

export interface Transition {
  /** Null: always. */
  readonly condition: Condition | null;
  readonly to: string;
}

/** A call of another machine: its name in `machines` and what it alone gets as input. */
export interface MachineCall {
  readonly name: string;
  readonly input: JsonObject;
}

export type MachineInvocation =
  | { readonly kind: 'one'; readonly call: MachineCall }
  | { readonly kind: 'list'; readonly calls: readonly MachineCall[]; readonly mode: 'settled' | 'any' }
  | {
      readonly kind: 'foreach';
      readonly call: MachineCall;
      readonly items: string;
      /** Name of the item in templates. */
      readonly as: string;
      readonly key: string | null;
      readonly mode: 'settled' | 'any';
    };

export type ErrorRoutes = { readonly [errorType: string]: string };

export interface StateDefinition {
  readonly name: string;
  readonly final: boolean;
  readonly action: string | null;
  readonly agent: string | null;
  readonly machine: MachineInvocation | null;
  readonly execution: ExecutionConfig;
  readonly input: JsonObject;
  readonly outputToContext: JsonObject;
  readonly output: JsonObject;
  readonly launches: readonly MachineCall[];
  readonly launchInput: JsonObject;
  readonly transitions: readonly Transition[];
  /** `default` catches what is not named. */
  readonly onError: ErrorRoutes;
  /** Milliseconds; 0 is never (M8). */
  readonly timeout: number;
}

export type AgentReference =
  | { readonly kind: 'named'; readonly name: string; readonly reference: string | null }
  | { readonly kind: 'inline'; readonly name: string; readonly agent: AgentSource };

/** Everything a machine was loaded from, so that a run can be resumed where its files are gone. */
export interface MachineBundle {
  /** The first is the machine itself. */
  readonly files: readonly { readonly name: string; readonly source: Json }[];
  readonly links: readonly { readonly from: number; readonly reference: string; readonly to: number }[];
}

/** A machine that passed every check. Immutable. */
export interface MachineDefinition {
  readonly name: string;
  readonly specVersion: string;
  /** `sha256:` and hex over the canonical bundle: resume refuses another one. */
  readonly digest: string;
  readonly bundle: MachineBundle;
  readonly engine: ExpressionEngine;
  readonly initial: string;
  readonly context: JsonObject;
  readonly agents: ReadonlyMap<string, AgentReference>;
  readonly machines: ReadonlyMap<string, MachineDefinition>;
  readonly states: ReadonlyMap<string, StateDefinition>;
  readonly maxSteps: number;
  readonly maxDepth: number;
  /** Which commits are kept; parks, launches and ends always are. */
  readonly checkpointOn: ReadonlySet<CheckpointEvent>;
  /** Which kind of store the author had in mind, or null. */
  readonly backend: 'memory' | 'local' | 'sqlite' | null;
}
