import type { JsonObject } from '../../canonical/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import type { StateDefinition } from '../config/definition.ts';
import type { Scope } from '../expression/syntax.ts';

/** The decisions of a machine as pure functions. The ACL2 books prove their laws (acl2/). */

/** The target of the first transition whose condition holds, or null (M2). */
export function chooseTransition(state: StateDefinition, scope: Scope): Result<string | null> {
  for (const { condition, to } of state.transitions) {
    if (condition === null) return ok(to);
    const holds = condition.holds(scope);
    if (!holds.ok) return holds;
    if (holds.value) return ok(to);
  }
  return ok(null);
}

/** The state that handles an error of this type, or null when it is unhandled (M4). */
export function routeError(state: StateDefinition, errorType: string): string | null {
  if (Object.hasOwn(state.onError, errorType)) return state.onError[errorType] ?? null;
  return Object.hasOwn(state.onError, 'default') ? (state.onError.default ?? null) : null;
}

/** Right takes precedence. */
export function mergeContext(context: JsonObject, additions: JsonObject): JsonObject {
  return { ...context, ...additions };
}

/** Whether another state may be worked on (M3). */
export function stepsRemain(finished: number, maxSteps: number): boolean {
  return finished < maxSteps;
}
