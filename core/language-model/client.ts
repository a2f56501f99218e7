import type { JsonObject } from '../canonical/index.ts';
import { type MachineError, type Outcome, type Timers, withRetry } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';
import { boundedFetch, type Fetch } from './bounded-fetch.ts';
import { type CallPlace, cancelled, failureOf, timedOut } from './failure.ts';
import { type GeneratedText, generate, type ModelMessage, type ReplyEnd } from './generate.ts';
import { loadModel } from './provider.ts';
import { endpointOf, keyNameOf, type ModelSettings } from './settings.ts';
import { type ModelUsage, usageOf } from './usage.ts';

/** Where keys come from: the environment, or the system's keychain. Never a file of Mizan, never the ledger. */
export interface ApiKeys {
  /** Null when there is none of this name. */
  find(name: string): Promise<string | null>;
}

export interface ModelPorts {
  readonly fetch: Fetch;
  readonly keys: ApiKeys;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly random: RandomSource;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** JSON Schema that the endpoint is told to hold the reply to, as far as it can; null for plain text. */
  readonly schema: JsonObject | null;
  readonly signal: AbortSignal;
}

export interface ModelReply {
  /** What the model wrote, unchanged; whoever asked trusts it in nothing. */
  readonly text: string;
  readonly end: ReplyEnd;
  readonly usage: ModelUsage;
  /** Requests that were sent, failed ones included. */
  readonly attempts: number;
}

/** A model that can be asked. */
export interface ModelClient {
  readonly settings: ModelSettings;
  /**
   * Asks, and asks again as the settings say when the server is busy or down (M5). Errors: `model-refused`,
   * `model-unreachable`, `model-unavailable`, `model-rate-limited`, `model-timeout`, `model-key-missing`, `cancelled`
   * are the endpoint's; `model-reply-too-large` and `model-reply-unreadable` are the model's.
   */
  ask(request: ModelRequest): Promise<Result<ModelReply>>;
  /** One attempt, with the error as retries look at it. */
  askOnce(request: ModelRequest): Promise<Outcome<ModelReply>>;
}

/** Errors: `model-endpoint-missing`, `model-endpoint-unsafe`. */
export function createModelClient(settings: ModelSettings, ports: ModelPorts): Result<ModelClient> {
  const endpoint = endpointOf(settings);
  if (endpoint === null) return fail('model-endpoint-missing', `${settings.provider} needs a base_url`, 'base_url');
  const unsafe = whyUnsafe(endpoint, keyNameOf(settings));
  if (unsafe !== null) return fail('model-endpoint-unsafe', unsafe, 'base_url');
  const askOnce = (request: ModelRequest): Promise<Outcome<ModelReply>> => attempt(settings, endpoint, ports, request);
  return ok({ settings, askOnce, ask: (request) => askWithRetry(settings, ports, request, askOnce) });
}

async function askWithRetry(
  settings: ModelSettings,
  { timers, random }: ModelPorts,
  request: ModelRequest,
  askOnce: (request: ModelRequest) => Promise<Outcome<ModelReply>>,
): Promise<Result<ModelReply>> {
  let attempts = 0;
  const outcome = await withRetry(
    { backoffs: settings.limits.backoff_seconds, jitter: 0.1 },
    { timers, fraction: () => (random.bytes(1)[0] ?? 0) / 256, signal: request.signal },
    () => {
      attempts += 1;
      return askOnce(request);
    },
  );
  if (outcome.ok) return ok({ ...outcome.value, attempts });
  const { type, message } = request.signal.aborted ? cancelled() : outcome.error;
  return fail(type, attempts === 1 ? message : `${message} (${attempts} attempts)`);
}

async function attempt(
  settings: ModelSettings,
  endpoint: URL,
  ports: ModelPorts,
  { messages, schema, signal }: ModelRequest,
): Promise<Outcome<ModelReply>> {
  const { limits, prices } = settings;
  const name = keyNameOf(settings);
  const key = name === null ? null : await ports.keys.find(name);
  if (name !== null && (key === null || key === '')) return failed(keyMissing(name));
  const place = (): CallPlace => ({
    origin: endpoint.origin,
    key,
    maxWaitSeconds: limits.max_wait_seconds,
    now: ports.clock.now(),
  });
  const { APICallError } = await import('ai');
  const over = new AbortController();
  const ended = new AbortController();
  const limit = ports.timers.sleep(limits.timeout_seconds * 1_000, ended.signal).then((): Outcome<GeneratedText> => {
    over.abort();
    return failed(timedOut(limits.timeout_seconds, place()));
  });
  const fetch = boundedFetch(ports.fetch, endpoint, limits.response_bytes);
  const answer = loadModel(settings, { endpoint, key, fetch })
    .then((model) => generate(model, settings, messages, schema, AbortSignal.any([signal, over.signal])))
    .then(
      (value): Outcome<GeneratedText> => ({ ok: true, value }),
      (error: unknown): Outcome<GeneratedText> =>
        failed(signal.aborted ? cancelled() : failureOf(error, (thrown) => APICallError.isInstance(thrown), place())),
    );
  try {
    const outcome = await Promise.race([answer, limit]);
    if (!outcome.ok) return outcome;
    const { text, end, tokens } = outcome.value;
    const sent = messages.map(({ content }) => content).join('\n');
    return { ok: true, value: { text, end, usage: usageOf(tokens, { sent, received: text }, prices), attempts: 1 } };
  } finally {
    ended.abort();
  }
}

function failed(error: MachineError): Outcome<never> {
  return { ok: false, error };
}

function keyMissing(name: string): MachineError {
  const message = `There is no key: set the environment variable ${name}`;
  return { type: 'model-key-missing', message, retryable: false, retryAfter: null };
}

/** A key is not sent where others on the way can read it, and an address does not carry one. */
function whyUnsafe(endpoint: URL, keyName: string | null): string | null {
  if (endpoint.username !== '' || endpoint.password !== '') return 'An address does not hold a user or a password';
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(endpoint.hostname);
  if (endpoint.protocol === 'https:' || loopback || keyName === null) return null;
  return `A key is sent to ${endpoint.hostname} only over https`;
}
