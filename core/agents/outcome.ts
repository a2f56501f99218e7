import { boundResponse, maxResponseItems, utf8Prefix } from '../kernel/index.ts';
import type { Timers } from '../machine/index.ts';

/** What came of something outside: bounded, whatever it was (K12). */
export interface Outcome {
  readonly success: boolean;
  /** The response, or name and message of the failure. */
  readonly observation: string;
  readonly items: number;
  readonly cut: boolean;
}

/** Bytes of a failure's name and message that are kept. */
const failureLimit = 2_000;

type Ending<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'failure'; readonly message: string };

/**
 * Runs something outside for at most `seconds`, and only until `stop` is aborted. It is told by its signal when the
 * wait is over, and what it still says after that is not heard. Never throws.
 */
export async function within<T>(
  seconds: number,
  timers: Timers,
  run: (signal: AbortSignal) => Promise<T>,
  stop?: AbortSignal,
): Promise<Ending<T>> {
  const over = new AbortController();
  const ended = new AbortController();
  const stopped = Promise.withResolvers<Ending<T>>();
  const leave = (): void => {
    over.abort();
    stopped.resolve({ kind: 'failure', message: 'CancelledError: the wait was stopped' });
  };
  if (stop?.aborted === true) leave();
  stop?.addEventListener('abort', leave);
  const limit = timers.sleep(seconds * 1_000, ended.signal).then((): Ending<T> => {
    over.abort();
    return { kind: 'failure', message: `TimeoutError: no answer within ${seconds} s` };
  });
  const answer = Promise.resolve()
    .then(() => run(over.signal))
    .then(
      (value): Ending<T> => ({ kind: 'value', value }),
      (error: unknown): Ending<T> => ({ kind: 'failure', message: describeFailure(error) }),
    );
  try {
    return await Promise.race([answer, limit, stopped.promise]);
  } finally {
    ended.abort();
    stop?.removeEventListener('abort', leave);
  }
}

/** A tool's response as bounded text: a list has its items, anything else is one. */
export function observe(response: unknown): Outcome {
  try {
    const all: readonly unknown[] = Array.isArray(response) ? response : response === undefined ? [] : [response];
    // One more than the limit is enough to see that it is passed.
    const texts = all.slice(0, maxResponseItems + 1).map(itemText);
    const { items, cut } = boundResponse(texts);
    return { success: true, observation: items.join('\n'), items: items.length, cut };
  } catch (error) {
    return failedOutcome(describeFailure(error));
  }
}

/** The outcome of a call that gave nothing: `message` is what the agent observes, with no items. It is not cut here. */
export function failedOutcome(message: string): Outcome {
  return { success: false, observation: message, items: 0, cut: false };
}

function itemText(item: unknown): string {
  return typeof item === 'string' ? item.toWellFormed() : (JSON.stringify(item) ?? 'null');
}

/** Name and message of whatever was thrown. */
function describeFailure(error: unknown): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : `Error: ${String(error)}`;
    return utf8Prefix(text.toWellFormed(), failureLimit);
  } catch {
    return 'Error: it cannot be described';
  }
}
