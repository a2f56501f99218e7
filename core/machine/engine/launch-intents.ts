import type { LaunchIntent } from '../snapshot.ts';

/** The outbox's decisions (M9), pure. */

/** The id of a child follows from its parent, step and place: computed again after a crash it is the same. */
export function childId(parentId: string, step: number, kind: 'call' | 'launch', index: number, attempt = 0): string {
  const again = attempt === 0 ? '' : `r${attempt}`;
  return `${parentId}.${step}${kind === 'call' ? 'c' : 'l'}${index}${again}`;
}

/** Whether this intent belongs to a `machine:` of that step, which calls it itself. */
export function isCallOf(intent: LaunchIntent, parentId: string, step: number): boolean {
  return intent.execution_id.startsWith(`${parentId}.${step}c`);
}

/** Whether the run was called by that one, not launched. */
export function isCall(executionId: string, parentId: string): boolean {
  return executionId.startsWith(`${parentId}.`) && /^\d+c/.test(executionId.slice(parentId.length + 1));
}

/**
 * Whether the machine with this id must be started now, and the list afterwards. An id that was started is never
 * started again; an unknown id is added as started.
 */
export function processLaunch(
  intents: readonly LaunchIntent[],
  intent: Omit<LaunchIntent, 'launched'>,
): { readonly intents: readonly LaunchIntent[]; readonly shouldLaunch: boolean } {
  const known = intents.find((other) => other.execution_id === intent.execution_id);
  if (known?.launched === true) return { intents, shouldLaunch: false };
  const launched = { ...intent, launched: true };
  if (known === undefined) return { intents: [...intents, launched], shouldLaunch: true };
  return { intents: intents.map((other) => (other === known ? launched : other)), shouldLaunch: true };
}
