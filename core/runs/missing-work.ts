import type { StateDefinition } from '../machine/index.ts';
import { gateAction } from './gate-action.ts';

/** What a state asks somebody outside the machine to do. */
export interface Work {
  readonly kind: 'agent' | 'action';
  readonly name: string;
}

/** The work of a state besides asking a person, in the order in which it is done. */
export function workOfState({ action, agent }: StateDefinition): readonly Work[] {
  return [
    ...(action === null || action === gateAction ? [] : [{ kind: 'action', name: action } as const]),
    ...(agent === null ? [] : [{ kind: 'agent', name: agent } as const]),
  ];
}

/** What a run waits for in front of this state, as `agent:NAME` or `action:NAME`; null when nothing is missing. */
export function missingWork(state: StateDefinition, isMissing: (work: Work) => boolean): string | null {
  const missing = workOfState(state).find(isMissing);
  return missing === undefined ? null : `${missing.kind}:${missing.name}`;
}
