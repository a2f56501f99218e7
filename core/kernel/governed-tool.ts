/** Layer 4: the only way from an action to a tool (K7). */
import { hasError } from './decisions.ts';
import type { StepResult } from './react.ts';
import type { AgentAction, AgentState, ToolSpec } from './records.ts';
import { registryStep, type ToolRegistry } from './registry.ts';

/** What a tool does in the world, as its adapter gives it. It may throw, return anything, or never return. */
export type ToolEffect = (query: string, signal: AbortSignal) => Promise<unknown>;

/** A call that the kernel has permitted and the state has paid for: of one tool, with one query, once. */
export interface PaidCall {
  readonly tool: ToolSpec;
  /** Runs the tool. A second use is a bug and throws. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** `call` is null for everything but a tool call that was permitted. */
export type GovernedStep =
  | Extract<StepResult, { kind: 'refused' }>
  | { readonly kind: 'stepped'; readonly state: AgentState; readonly call: PaidCall | null };

/**
 * A tool under the kernel. It holds its effect where no other code can reach it: what comes out is only a `PaidCall`,
 * and that only from `takeStep`.
 */
export class GovernedTool {
  readonly spec: ToolSpec;
  readonly #effect: ToolEffect;

  private constructor(spec: ToolSpec, effect: ToolEffect) {
    this.spec = Object.freeze({ ...spec });
    this.#effect = effect;
    Object.freeze(this);
  }

  /** The only way to make one: from here on the effect is out of reach but through `takeStep` (K7). */
  static govern(spec: ToolSpec, effect: ToolEffect): GovernedTool {
    return new GovernedTool(spec, effect);
  }

  /** One step of the loop with these tools: decided, counted and paid for; the tool itself has not run yet. */
  static takeStep(action: AgentAction, tools: readonly GovernedTool[], state: AgentState): GovernedStep {
    const step = registryStep(action, registryOf(tools), state);
    if (step.kind === 'refused') return step;
    if (hasError(step.state)) return { ...step, call: null };
    const named = tools.find((tool) => tool.#isNamedBy(action));
    return { ...step, call: named === undefined ? null : named.#payFor(action) };
  }

  #isNamedBy(action: AgentAction): boolean {
    return action.kind === 'tool-call' && action.toolName === this.spec.name;
  }

  #payFor(action: AgentAction): PaidCall {
    const query = action.kind === 'tool-call' ? action.query : '';
    let used = false;
    return {
      tool: this.spec,
      run: (signal) => {
        if (used) throw new Error(`bug: a paid call of ${this.spec.name} was used twice`);
        used = true;
        return this.#effect(query, signal);
      },
    };
  }
}

/** The tools as the kernel's registry sees them, without any record of their effectiveness. */
export function registryOf(tools: readonly GovernedTool[]): ToolRegistry {
  return tools.map(({ spec }) => ({ spec, effectiveness: {} }));
}
