import type { Problem } from '../problem/index.ts';

/** An error of the work a machine does: what `on_error` routes and `retry` looks at. */
export interface MachineError {
  /** The name `on_error` maps: `TimeoutError`, `no_transition`, or the name of what was thrown. */
  readonly type: string;
  readonly message: string;
  readonly retryable: boolean;
  /** Seconds the provider asked to wait, or null. */
  readonly retryAfter: number | null;
}

/** What a piece of work ended with. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: MachineError };

/** The outcome of work that succeeded. */
export function done<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/**
 * An error outcome without a wait asked for; `type` is the name that `on_error` maps (M4), `retryable` false ends a
 * retry at once (M5).
 */
export function failed(type: string, message: string, retryable = true): Outcome<never> {
  return { ok: false, error: { type, message, retryable, retryAfter: null } };
}

/** Characters of an error's message that are kept in a context and in the record of a run. */
const maxMessage = 10_000;

function bounded(message: string): string {
  if (message.length <= maxMessage) return message;
  return `${message.slice(0, maxMessage)} … (${message.length - maxMessage} more characters)`;
}

/**
 * What an agent or a hook threw, as data. `retryable: false` on the thrown value means that trying again is useless;
 * `retry_after` is what the provider asked for, in seconds.
 */
export function errorOf(thrown: unknown): MachineError {
  if (typeof thrown !== 'object' || thrown === null) {
    return { type: 'Error', message: bounded(String(thrown)), retryable: true, retryAfter: null };
  }
  const { name, message, retryable, retry_after } = thrown as Readonly<Record<string, unknown>>;
  return {
    type: typeof name === 'string' && name !== '' ? name : 'Error',
    message: typeof message === 'string' ? bounded(message) : '',
    retryable: retryable !== false,
    retryAfter: typeof retry_after === 'number' && retry_after >= 0 ? retry_after : null,
  };
}

/** A problem met while a state was worked on, under the names the seed's configurations use. */
export function problemOutcome(problem: Problem): Outcome<never> {
  if (problem.code.startsWith('expression-')) return failed('ExpressionError', problem.message, false);
  if (problem.code.startsWith('template-')) return failed('TemplateError', problem.message, false);
  return failed(problem.code, problem.message, false);
}

/** An error to throw from a hook or an agent: `throw new MachineFailure('NotFound', 'No such file')`. */
export class MachineFailure extends Error {
  readonly retryable: boolean;
  constructor(type: string, message: string, retryable = true) {
    super(message);
    this.name = type;
    this.retryable = retryable;
  }
}
