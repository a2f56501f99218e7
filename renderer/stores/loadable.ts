import type { Problem, Result } from '../../core/api/index.ts';

/** A value that comes from the host: on its way, here, or refused. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly problem: Problem };

export const loading: Loadable<never> = { state: 'loading' };

/** The host's answer as a state of the screen. */
export function settled<T>(result: Result<T>): Loadable<T> {
  return result.ok ? { state: 'ready', value: result.value } : { state: 'failed', problem: result.problem };
}

/** The value when it is here, else null. */
export function readyValue<T>(loadable: Loadable<T>): T | null {
  return loadable.state === 'ready' ? loadable.value : null;
}
