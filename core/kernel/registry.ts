/** Phase 4 of seed 000: the tools an agent has, and the choice between them (K10). */
import { canInvokeTool } from './decisions.ts';
import { toolSpec } from './fix.ts';
import { fixNatural } from './natural.ts';
import { reactStep, type StepResult } from './react.ts';
import type { AgentAction, AgentState, ToolSpec } from './records.ts';
import { comesBefore } from './text.ts';
import { setError } from './transitions.ts';

export interface RegisteredTool {
  readonly spec: ToolSpec;
  /** How well the tool served goals of each type, larger is better; a type that is not listed counts 0. */
  readonly effectiveness: Readonly<Record<string, number>>;
}

/** In any order; of two tools with one name the first is meant. */
export type ToolRegistry = readonly RegisteredTool[];

export const unknownTool = 'Unknown tool';

/** The first tool of exactly this name, or null. */
export function findTool(name: string, registry: ToolRegistry): ToolSpec | null {
  return registry.find((entry) => entry.spec.name === name)?.spec ?? null;
}

/** `reactStep` with the registry's tool of that name; a name that it does not have is `precondition-failed`. */
export function registryStep(action: AgentAction, registry: ToolRegistry, state: AgentState): StepResult {
  if (action.kind !== 'tool-call') return reactStep(action, toolSpec(), state);
  const tool = findTool(action.toolName, registry);
  if (tool !== null) return reactStep(action, tool, state);
  const step = reactStep({ kind: 'no-action' }, toolSpec(), state);
  if (step.kind === 'refused') return step;
  return { kind: 'stepped', state: setError({ kind: 'precondition-failed', reason: unknownTool }, step.state) };
}

/**
 * The tool to use for a goal of this type: among those that can be invoked and are not `unavailable`, the most
 * effective, then the cheapest in tokens, then the first by name; null when there is none.
 */
export function selectTool(
  goalType: string,
  registry: ToolRegistry,
  state: AgentState,
  unavailable: readonly string[] = [],
): ToolSpec | null {
  const candidates = registry.filter(
    (entry) => !unavailable.includes(entry.spec.name) && canInvokeTool(entry.spec, state),
  );
  const [first, ...rest] = candidates;
  if (first === undefined) return null;
  return rest.reduce((best, entry) => (isBetter(goalType, entry, best) ? entry : best), first).spec;
}

/** 0 for a type that is not listed. */
export function effectivenessFor(goalType: string, entry: RegisteredTool): number {
  const listed = Object.entries(entry.effectiveness).find(([type]) => type === goalType);
  return listed?.[1] ?? 0;
}

function isBetter(goalType: string, entry: RegisteredTool, than: RegisteredTool): boolean {
  const gain = effectivenessFor(goalType, entry) - effectivenessFor(goalType, than);
  const saving = fixNatural(than.spec.tokenCost) - fixNatural(entry.spec.tokenCost);
  const advantage = gain || saving;
  if (advantage > 0) return true;
  if (advantage < 0) return false;
  return comesBefore(entry.spec.name, than.spec.name);
}
