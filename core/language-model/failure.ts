import type { APICallError } from 'ai';
import type { MachineError } from '../machine/index.ts';
import type { EpochMilliseconds } from '../world/index.ts';
import { ReplyTooLarge } from './bounded-fetch.ts';

/** Where the call went, for sentences about it, and what must not appear in them. */
export interface CallPlace {
  readonly origin: string;
  readonly key: string | null;
  readonly maxWaitSeconds: number;
  readonly now: EpochMilliseconds;
}

/** A failed call as data: the code of a problem, one sentence, and whether and when to try again (M5). */
export function failureOf(
  thrown: unknown,
  isCallError: (error: unknown) => error is APICallError,
  at: CallPlace,
): MachineError {
  const tooLarge = causeOf(thrown, (error) => error instanceof ReplyTooLarge);
  if (tooLarge !== null)
    return problem('model-reply-too-large', `${at.origin}: ${tooLarge.message}; it was not read`, at);
  if (!isCallError(thrown)) {
    return problem('model-reply-unreadable', `The reply of ${at.origin} cannot be read: ${messageOf(thrown)}`, at);
  }
  const { statusCode: status, responseHeaders: headers = {} } = thrown;
  const said = messageOf(thrown);
  if (status === undefined) return problem('model-unreachable', `${at.origin} does not answer: ${said}`, at, true);
  if (status < 300) return problem('model-reply-unreadable', `The reply of ${at.origin} cannot be read: ${said}`, at);
  if (status === 429) return rateLimited(waitAskedFor(headers, at.now), said, at);
  if (status >= 500 || status === 408 || status === 409) {
    const failed = problem('model-unavailable', `${at.origin} failed with status ${status}: ${said}`, at, true);
    return bounded({ ...failed, retryAfter: waitAskedFor(headers, at.now) }, at);
  }
  return problem('model-refused', `${at.origin} refused the call with status ${status}: ${said}`, at);
}

/** A call that took longer than `seconds`: worth another try, after the machine's own wait (M5). */
export function timedOut(seconds: number, { origin }: CallPlace): MachineError {
  const message = `${origin} did not answer within ${seconds} s`;
  return { type: 'model-timeout', message, retryable: true, retryAfter: null };
}

/** A call that the run or a person stopped; it is not tried again. */
export function cancelled(): MachineError {
  return { type: 'cancelled', message: 'The call of the model was cancelled', retryable: false, retryAfter: null };
}

function rateLimited(wait: number | null, said: string, at: CallPlace): MachineError {
  const limited = problem('model-rate-limited', `${at.origin} takes no more calls for now: ${said}`, at, true);
  return bounded({ ...limited, retryAfter: wait }, at);
}

/** A wait that is longer than allowed is not begun. */
function bounded(error: MachineError, { maxWaitSeconds }: CallPlace): MachineError {
  if (error.retryAfter === null || error.retryAfter <= maxWaitSeconds) return error;
  const wait = Math.ceil(error.retryAfter);
  const asked = `it asks for a wait of ${wait} s, more than max_wait_seconds (${maxWaitSeconds})`;
  return { ...error, retryable: false, message: `${error.message}; ${asked}` };
}

/**
 * Seconds, from `retry-after-ms` or `retry-after` (seconds or a date, RFC 9110 §10.2.3); null when neither can be read.
 */
export function waitAskedFor(headers: Readonly<Record<string, string>>, now: EpochMilliseconds): number | null {
  const milliseconds = numberOf(headers['retry-after-ms']);
  if (milliseconds !== null) return milliseconds / 1_000;
  const written = headers['retry-after'];
  const seconds = numberOf(written);
  if (seconds !== null || written === undefined) return seconds;
  const date = Date.parse(written);
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1_000);
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d+(?:\.\d+)?$/u.test(text.trim()) ? Number(text) : null;
}

function problem(type: string, message: string, { key }: CallPlace, retryable = false): MachineError {
  const hidden = key === null ? message : message.replaceAll(key, '[key]');
  return { type, message: hidden, retryable, retryAfter: null };
}

/** The server's words: one line, cut, without control characters. */
function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}

function causeOf<T extends Error>(thrown: unknown, is: (error: unknown) => error is T): T | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth += 1) {
    if (is(error)) return error;
  }
  return null;
}
