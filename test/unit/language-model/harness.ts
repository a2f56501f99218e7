import { createModelClient, type ModelClient } from '../../../core/language-model/client.ts';
import { type ModelProvider, modelSettings } from '../../../core/language-model/settings.ts';
import type { Timers } from '../../../core/machine/index.ts';
import type { WireServer } from './wire-server.ts';

export const testKey = 'secret-key-0123456789';

/** Waits that are over at once and remembered; time limits are over only when a test says so. */
export interface HeldTimers extends Timers {
  /** Seconds of every wait between attempts. */
  readonly waits: readonly number[];
}

export const requestTimeout = 77;

/** Seconds that are limits, not waits: those of debate tools, and anything long. */
function isTimeLimit(milliseconds: number): boolean {
  return milliseconds > 40_000 || [1_000, 5_000, 10_000, 30_000].includes(milliseconds);
}

/** Waits end at once and are recorded in seconds; time limits never end, or at once with `timeOut`. */
export function heldTimers({ timeOut = false } = {}): HeldTimers {
  const waits: number[] = [];
  return {
    waits,
    sleep: (milliseconds, signal) => {
      if (!isTimeLimit(milliseconds)) {
        waits.push(milliseconds / 1_000);
        return Promise.resolve();
      }
      if (timeOut) return Promise.resolve();
      return new Promise((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve());
      });
    },
  };
}

/** A client of this server; jitter is always in the middle. */
export function clientOf(
  server: Pick<WireServer, 'baseUrl'>,
  provider: ModelProvider,
  {
    timers = heldTimers(),
    written = {},
    limits = {},
    fetch = globalThis.fetch,
  }: {
    readonly timers?: Timers;
    readonly written?: Readonly<Record<string, unknown>>;
    readonly limits?: Readonly<Record<string, unknown>>;
    readonly fetch?: typeof globalThis.fetch;
  } = {},
): ModelClient {
  const settings = modelSettings.parse({
    provider,
    model: 'recorded',
    base_url: server.baseUrl(provider),
    api_key_env: 'TEST_KEY',
    prices: { currency: 'USD', input_per_million_tokens: 3, output_per_million_tokens: 15 },
    limits: { timeout_seconds: requestTimeout, ...limits },
    ...written,
  });
  const client = createModelClient(settings, {
    fetch,
    keys: { find: (name) => Promise.resolve(name === 'TEST_KEY' ? testKey : null) },
    timers,
    clock: { now: () => Date.UTC(2026, 0, 1) },
    random: { bytes: (count) => new Uint8Array(count).fill(128) },
  });
  if (!client.ok) throw new Error(client.problem.message);
  return client.value;
}

/** A question that wants one word as JSON. */
export function question(content = 'Say something') {
  return {
    messages: [
      { role: 'system', content: 'You answer with JSON.' },
      { role: 'user', content },
    ] as const,
    schema: {
      type: 'object',
      properties: { word: { type: 'string' } },
      required: ['word'],
      additionalProperties: false,
    },
    signal: new AbortController().signal,
  };
}
