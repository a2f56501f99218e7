import type { Json } from '../../canonical/index.ts';
import { type Result, unreachable } from '../../problem/index.ts';
import { done, failed, type Outcome, problemOutcome } from '../machine-error.ts';
import { cancelledError } from './cancel-called.ts';
import type { MachineResult } from './runtime.ts';

/** What a called run ended with, for its caller. */
export type ChildEnd = Outcome<Json> | { readonly parked: string };

/** What its caller gets of the result of a called run. */
export function childEnd(result: Result<MachineResult>): ChildEnd {
  if (!result.ok) return problemOutcome(result.problem);
  const end = result.value;
  switch (end.status) {
    case 'done':
      return done(end.output);
    case 'parked':
      return { parked: `run:${end.executionId}` };
    case 'cancelled': {
      const { type, message } = cancelledError(end.executionId);
      return failed(type, message, false);
    }
    case 'error':
      return failed(end.error.type, end.error.message);
    default:
      return unreachable(end);
  }
}
