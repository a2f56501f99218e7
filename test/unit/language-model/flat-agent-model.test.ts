import { afterEach, expect, test } from 'vitest';
import { flatAgentModel } from '../../../core/language-model/flat-agent-model.ts';
import { heldTimers } from './harness.ts';
import { startWireServer, type WireServer } from './wire-server.ts';

let server: WireServer;
afterEach(() => server.close());

const ports = (key: string | null) => ({
  fetch: globalThis.fetch,
  keys: { find: async (name: string) => (name === 'MIZAN_MODEL_KEY' ? key : null) },
  timers: heldTimers(),
  clock: { now: () => 0 },
  random: { bytes: (count: number) => new Uint8Array(count) },
});

function complete(key: string | null = null) {
  return flatAgentModel(ports(key)).complete({
    model: { name: 'tiny', base_url: server.baseUrl('openai-compatible'), temperature: 0.5, max_tokens: 9 },
    messages: [{ role: 'user', content: 'Hi' }],
    signal: new AbortController().signal,
  });
}

test('one attempt, whose error tells a retry how long to wait', async () => {
  server = await startWireServer([{ kind: 'status', status: 429, headers: { 'retry-after': '11' } }]);
  await expect(complete()).rejects.toMatchObject({ name: 'model-rate-limited', retryable: true, retry_after: 11 });
  expect(server.requests).toHaveLength(1);
});

test('the settings of the profile are sent, and a key only when there is one', async () => {
  server = await startWireServer([{ kind: 'text', text: 'Hello' }]);
  expect(await complete()).toEqual({ text: 'Hello' });
  await complete('secret-0123');
  const [without, keyed] = server.requests;
  expect(without?.body).toMatchObject({ model: 'tiny', temperature: 0.5, max_tokens: 9 });
  expect(without?.headers.authorization).toBeUndefined();
  expect(keyed?.headers.authorization).toBe('Bearer secret-0123');
});
