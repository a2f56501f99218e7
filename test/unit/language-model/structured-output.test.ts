import { afterEach, expect, test } from 'vitest';
import { clientOf, question } from './harness.ts';
import { startWireServer, type WireServer } from './wire-server.ts';

let server: WireServer;
afterEach(() => server.close());

const good = { kind: 'text', text: '{"word":"yes"}' } as const;

async function bodyOf(...options: Parameters<typeof clientOf> extends [unknown, ...infer Rest] ? Rest : never) {
  server = await startWireServer([good]);
  await clientOf(server, ...options).ask(question());
  return server.requests[0]?.body;
}

test('openai-compatible: a schema, any JSON or nothing, as the settings say', async () => {
  const json_schema = { schema: question().schema, strict: false };
  const schema = await bodyOf('openai-compatible');
  expect(schema?.response_format).toMatchObject({ type: 'json_schema', json_schema });
  await server.close();
  const json = await bodyOf('openai-compatible', { written: { structured_output: 'json' } });
  expect(json?.response_format).toEqual({ type: 'json_object' });
  await server.close();
  const none = await bodyOf('openai-compatible', { written: { structured_output: 'none' } });
  expect(none).not.toHaveProperty('response_format');
});

test('ollama: the schema, the size of the context and the sampling are sent where Ollama reads them', async () => {
  const body = await bodyOf('ollama', { written: { context_tokens: 16_384, temperature: 0, seed: 7 } });
  expect(body).toMatchObject({
    format: question().schema,
    stream: false,
    options: { num_ctx: 16_384, num_predict: 8_192, temperature: 0, seed: 7 },
  });
});

test('anthropic: a model without schemas of its own is held to one by a tool, whose input is the reply', async () => {
  const input = { word: 'yes' };
  const body = JSON.stringify({
    id: 'msg-1',
    type: 'message',
    role: 'assistant',
    model: 'recorded',
    content: [{ type: 'tool_use', id: 'tool-1', name: 'json', input }],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  });
  server = await startWireServer([{ kind: 'body', body }]);
  const reply = await clientOf(server, 'anthropic').ask(question());
  expect(server.requests[0]?.body.tools).toMatchObject([{ name: 'json', input_schema: question().schema }]);
  expect(reply).toMatchObject({ ok: true, value: { end: 'stop' } });
  expect(reply.ok && JSON.parse(reply.value.text)).toEqual(input);
});
