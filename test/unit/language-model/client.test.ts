import { afterEach, describe, expect, it, vi } from 'vitest';
import { createModelClient, type ModelReply } from '../../../core/language-model/client.ts';
import { waitAskedFor } from '../../../core/language-model/failure.ts';
import { type ModelProvider, modelProviders, modelSettings } from '../../../core/language-model/settings.ts';
import type { Result } from '../../../core/problem/index.ts';
import { clientOf, heldTimers, question, testKey } from './harness.ts';
import { startWireServer, type WireReply, type WireServer } from './wire-server.ts';

let server: WireServer;
afterEach(() => server.close());

async function ask(
  provider: ModelProvider,
  script: readonly WireReply[],
  options: Parameters<typeof clientOf>[2] = {},
): Promise<Result<ModelReply>> {
  server = await startWireServer(script);
  return clientOf(server, provider, options).ask(question());
}

const good: WireReply = { kind: 'text', text: '{"word":"yes"}' };

describe.each(modelProviders)('%s', (provider) => {
  it('gives the text of a good reply with its tokens and cost', async () => {
    const reply = await ask(provider, [good]);
    expect(reply).toMatchObject({ ok: true, value: { text: '{"word":"yes"}', end: 'stop', attempts: 1 } });
    expect(reply.ok && reply.value.usage).toMatchObject({
      inputTokens: 1_000,
      cachedInputTokens: provider === 'ollama' ? 0 : 200,
      outputTokens: 50,
      estimated: false,
      cost: (1_000 * 3 + 50 * 15) / 1_000_000,
      currency: 'USD',
    });
  });

  it('sends the prompt, the key and the schema, and nothing to anywhere else', async () => {
    const asked: string[] = [];
    const fetchBy =
      (real: typeof globalThis.fetch): typeof globalThis.fetch =>
      (input, init) => {
        asked.push(String(input));
        return real(input, init);
      };
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', () => {
      throw new Error('a request beside the port');
    });
    await ask(provider, [good], { fetch: fetchBy(real) });
    vi.unstubAllGlobals();
    expect(asked.every((url) => url.startsWith(server.baseUrl(provider)))).toBe(true);
    const sent = JSON.stringify(server.requests[0]?.body);
    expect(sent).toContain('You answer with JSON.');
    expect(sent).toContain('Say something');
    expect(sent).toContain('"word"');
    expect(JSON.stringify(server.requests[0]?.headers)).toContain(testKey);
    expect(sent).not.toContain(testKey);
  });

  it.each([
    ['prose', 'I would rather tell a story.'],
    ['nothing', ''],
    ['JSON cut in the middle', '{"word":'],
    ['JSON of another shape', '[1,2,3]'],
  ])('gives %s as it came: whoever asked judges it', async (_, text) => {
    const reply = await ask(provider, [{ kind: 'text', text }]);
    expect(reply).toMatchObject({ ok: true, value: { text } });
  });

  it('says when the reply was cut by the limit of tokens', async () => {
    const reply = await ask(provider, [{ kind: 'text', text: '{"word":"ye', length: true }]);
    expect(reply).toMatchObject({ ok: true, value: { text: '{"word":"ye', end: 'length' } });
  });

  it('cuts off 10 MB before anybody parses it', async () => {
    const reply = await ask(provider, [{ kind: 'bytes', count: 10_000_000 }]);
    expect(reply).toMatchObject({ ok: false, problem: { code: 'model-reply-too-large' } });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['malformed JSON', '{"choices":['],
    ['no body', ''],
    ['the wrong schema', '{"choices":"none","content":7,"message":[]}'],
  ])('names a body that is %s', async (_, body) => {
    const reply = await ask(provider, [{ kind: 'body', body }]);
    expect(reply).toMatchObject({ ok: false, problem: { code: 'model-reply-unreadable' } });
    expect(server.requests).toHaveLength(1);
  });

  it('waits as long as a 429 asks for, then tries again', async () => {
    const timers = heldTimers();
    const busy: WireReply = { kind: 'status', status: 429, headers: { 'retry-after': '37' } };
    const reply = await ask(provider, [busy, good], { timers });
    expect(reply).toMatchObject({ ok: true, value: { attempts: 2 } });
    expect(timers.waits).toEqual([37]);
  });

  it('does not begin a wait that is longer than allowed', async () => {
    const timers = heldTimers();
    const busy: WireReply = { kind: 'status', status: 429, headers: { 'retry-after': '3600' } };
    const reply = await ask(provider, [busy, good], { timers });
    expect(reply).toMatchObject({ ok: false, problem: { code: 'model-rate-limited' } });
    expect(reply.ok || reply.problem.message).toContain('3600 s');
    expect(timers.waits).toEqual([]);
  });

  it('tries a failing server again after the waits of the settings, then gives up', async () => {
    const timers = heldTimers();
    const reply = await ask(provider, [{ kind: 'status', status: 500, message: 'overloaded' }], { timers });
    expect(reply).toMatchObject({ ok: false, problem: { code: 'model-unavailable' } });
    expect(reply.ok || reply.problem.message).toContain('4 attempts');
    expect(server.requests).toHaveLength(4);
    expect(timers.waits).toEqual([2, 8, 16]);
  });

  it('tries again after a connection was reset', async () => {
    const reply = await ask(provider, [{ kind: 'reset' }, good]);
    expect(reply).toMatchObject({ ok: true, value: { attempts: 2 } });
  });

  it('does not try again when the server refuses, and does not print the key that the server echoes', async () => {
    const reply = await ask(provider, [{ kind: 'status', status: 401, message: `bad key ${testKey}` }]);
    expect(reply).toMatchObject({ ok: false, problem: { code: 'model-refused' } });
    expect(reply.ok || reply.problem.message).toMatch(/status 401.*\[key\]/u);
    expect(server.requests).toHaveLength(1);
  });

  it('ends a request that hangs', async () => {
    const reply = await ask(provider, [{ kind: 'hang' }], {
      timers: heldTimers({ timeOut: true }),
      limits: { backoff_seconds: [] },
    });
    expect(reply).toMatchObject({ ok: false, problem: { code: 'model-timeout' } });
  });

  it('follows no redirect: the key would go along', async () => {
    const other = await startWireServer([good]);
    const to = `${other.baseUrl(provider)}/elsewhere`;
    const reply = await ask(provider, [{ kind: 'redirect', to }], { limits: { backoff_seconds: [] } });
    expect(reply.ok).toBe(false);
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('stops when it is told to', async () => {
    server = await startWireServer([{ kind: 'hang' }]);
    const stop = new AbortController();
    const asked = clientOf(server, provider).ask({ ...question(), signal: stop.signal });
    while (server.requests.length === 0) await new Promise(setImmediate);
    stop.abort();
    expect(await asked).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  });
});

describe('the cost', () => {
  it('is unknown without prices, not zero', async () => {
    const reply = await ask('openai-compatible', [good], { written: { prices: undefined } });
    expect(reply).toMatchObject({ ok: true, value: { usage: { cost: null, currency: null } } });
  });

  it('counts cached input at its own price', async () => {
    const prices = {
      currency: 'EUR',
      input_per_million_tokens: 10,
      cached_input_per_million_tokens: 1,
      output_per_million_tokens: 0,
    };
    const reply = await ask('openai-compatible', [good], { written: { prices } });
    expect(reply).toMatchObject({ ok: true, value: { usage: { cost: 0.0082, currency: 'EUR' } } });
  });

  it('estimates tokens that the server does not report, and says so', async () => {
    const reply = await ask('openai-compatible', [{ ...good, tokens: false }]);
    // 35 bytes of prompt and 14 of reply, four to a token.
    expect(reply).toMatchObject({ ok: true, value: { usage: { inputTokens: 9, outputTokens: 4, estimated: true } } });
  });
});

describe('an endpoint', () => {
  const ports = {
    fetch: globalThis.fetch,
    keys: { find: () => Promise.resolve(null) },
    timers: heldTimers(),
    clock: { now: () => 0 },
    random: { bytes: (count: number) => new Uint8Array(count) },
  };

  it.each([
    ['needs an address', { provider: 'openai-compatible' }, 'model-endpoint-missing'],
    ['gets no key over http', { provider: 'anthropic', base_url: 'http://models.example' }, 'model-endpoint-unsafe'],
    ['holds no password', { provider: 'ollama', base_url: 'http://a:b@127.0.0.1' }, 'model-endpoint-unsafe'],
  ])('%s', async (_, written, code) => {
    server = await startWireServer([good]);
    const made = createModelClient(modelSettings.parse({ model: 'recorded', ...written }), ports);
    expect(made).toMatchObject({ ok: false, problem: { code } });
  });

  it('is not called when its key is missing', async () => {
    const reply = await ask('anthropic', [good], { written: { api_key_env: 'NOT_SET' } });
    expect(reply).toMatchObject({ ok: false, problem: { code: 'model-key-missing' } });
    expect(server.requests).toEqual([]);
  });
});

it('reads how long to wait from seconds, milliseconds and dates', async () => {
  server = await startWireServer([]);
  const now = Date.UTC(2026, 0, 1, 0, 0, 0);
  expect(waitAskedFor({ 'retry-after': '2.5' }, now)).toBe(2.5);
  expect(waitAskedFor({ 'retry-after-ms': '1500', 'retry-after': '9' }, now)).toBe(1.5);
  expect(waitAskedFor({ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, now)).toBe(60);
  expect(waitAskedFor({ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, now)).toBe(0);
  expect(waitAskedFor({ 'retry-after': 'soon' }, now)).toBeNull();
  expect(waitAskedFor({}, now)).toBeNull();
});
