import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { modelFileJsonSchema, readModelText } from '../../../../core/debate/index.ts';
import { heldTimers } from '../../language-model/harness.ts';

const ports = {
  fetch: globalThis.fetch,
  keys: { find: () => Promise.resolve(null) },
  timers: heldTimers(),
  clock: { now: () => 0 },
  random: { bytes: (count: number) => new Uint8Array(count) },
};

async function read(text: string) {
  return readModelText('model.yml', text, ports);
}

describe('a model file', () => {
  it('gives every role its model, with what is different for it', async () => {
    const file = await read(`
mizan_model: 1
provider: ollama
model: small
base_url: http://127.0.0.1:9/api
temperature: 0
limits: {timeout_seconds: 30, max_output_tokens: 100}
turn: {max_steps: 3}
roles:
  risk_officer: {model: other, limits: {max_output_tokens: 200}}
  arbiter: {provider: anthropic, model: large}
`);
    if (!file.ok) throw new Error(file.problems[0]?.message);
    const { clientOf, turn } = file.models;
    expect(turn).toEqual({ max_steps: 3, tokens: 200_000, seconds: 900 });
    expect(clientOf('advocate').settings).toMatchObject({ model: 'small', limits: { max_output_tokens: 100 } });
    expect(clientOf('risk_officer').settings).toMatchObject({
      provider: 'ollama',
      model: 'other',
      temperature: 0,
      base_url: 'http://127.0.0.1:9/api',
      limits: { timeout_seconds: 30, max_output_tokens: 200, response_bytes: 4_194_304 },
    });
    // Another provider does not inherit the address.
    expect(clientOf('arbiter').settings).toMatchObject({ provider: 'anthropic', model: 'large', temperature: 0 });
    expect(clientOf('arbiter').settings.base_url).toBeUndefined();
  });

  it('lists all its problems with their places', async () => {
    const file = await read(
      'mizan_model: 1\nprovider: magic\nmodel: m\napi_key: secret\nlimits: {timeout_seconds: 0}\n',
    );
    expect(file).toMatchObject({ ok: false });
    const places = file.ok ? [] : file.problems.map(({ code, place }) => `${code} ${place}`);
    expect(places).toEqual(
      expect.arrayContaining([
        'config-invalid model.yml:2:11',
        'config-invalid model.yml:4:1',
        'config-invalid model.yml:5:27',
      ]),
    );
    expect(JSON.stringify(file)).not.toContain('secret');
  });

  it('is refused when a role sends its key in the clear', async () => {
    const file = await read(`
mizan_model: 1
provider: ollama
model: small
roles:
  arbiter: {provider: openai-compatible, model: large, base_url: http://models.example/v1, api_key_env: KEY}
`);
    expect(file).toMatchObject({ ok: false, problems: [{ code: 'model-endpoint-unsafe', place: 'model.yml:6:12' }] });
  });

  it('has the JSON Schema that is published', async () => {
    const file = new URL('../../../../docs/schemas/model.schema.json', import.meta.url);
    expect(
      JSON.parse(await readFile(file, 'utf8')),
      'run: npm run mizan -- model schema > docs/schemas/model.schema.json',
    ).toEqual(modelFileJsonSchema());
  });
});
