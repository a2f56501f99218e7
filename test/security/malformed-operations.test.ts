import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands, type OperationName, queries } from '../../core/api/index.ts';
import { honestInputs, operationNames, requestText, strayValues, withKey } from './inputs.ts';
import { type OpenDoor, openDoor } from './open-door.ts';

let door: OpenDoor;
let before: ReturnType<OpenDoor['ledgerState']>;
beforeAll(async () => {
  door = await openDoor();
  before = door.ledgerState();
});
afterAll(() => door.close());

async function refusalOf(body: string): Promise<string> {
  const reply = await door.operate(body);
  expect(reply.status).toBe(200);
  const parsed = JSON.parse(reply.body) as { ok: boolean; problem?: { code: string } };
  expect(parsed.ok, body.slice(0, 300)).toBe(false);
  return parsed.problem?.code ?? '';
}

function expectNothingAppended(): void {
  expect(door.ledgerState()).toEqual(before);
  expect(door.logged).toEqual([]);
}

describe.each(operationNames)('%s', (name: OperationName) => {
  const schema = { ...queries, ...commands }[name].input;

  test('the honest input fits, so that only what is changed below is refused', () => {
    expect(schema.safeParse(honestInputs[name]).success).toBe(true);
  });

  test.each(['extra', 'constructor', 'prototype', 'toString', '__proto__', '__defineGetter__'])(
    'refuses the key %s more',
    async (key) => {
      expect(await refusalOf(requestText(name, withKey(name, key, '{"admin":true}')))).toBe('input-invalid');
      expectNothingAppended();
    },
  );

  test('refuses an input that is no object', async () => {
    for (const value of strayValues.filter((text) => !text.startsWith('{'))) {
      expect(await refusalOf(requestText(name, value))).toBe('input-invalid');
    }
    expectNothingAppended();
  });

  test('refuses wrong types in every field', async () => {
    for (const field of Object.keys(honestInputs[name])) {
      let refused = 0;
      for (const value of strayValues) {
        const input = JSON.parse(withKey(name, field, value)) as unknown;
        if (schema.safeParse(input).success) continue;
        expect(await refusalOf(requestText(name, withKey(name, field, value)))).toBe('input-invalid');
        refused += 1;
      }
      expect(refused, `${field} takes nearly anything`).toBeGreaterThanOrEqual(strayValues.length - 4);
    }
    expectNothingAppended();
  });

  test('refuses __proto__ around and inside', async () => {
    const honest = JSON.stringify(honestInputs[name]);
    expect(await refusalOf(`{"name":"${name}","__proto__":{"input":${honest}}}`)).toBe('request-malformed');
    expect(await refusalOf(`{"name":"${name}","input":${honest},"__proto__":{}}`)).toBe('request-malformed');
    expect(await refusalOf(requestText(name, `{"__proto__":${honest}}`))).toBe('input-invalid');
    expectNothingAppended();
  });
});

describe('requests that name no operation', () => {
  test.each(['constructor', '__proto__', 'hasOwnProperty', 'gates.DECIDE', 'gates.decide ', ''])('%j', async (name) => {
    expect(await refusalOf(requestText(name, '{}'))).toBe('unknown-operation');
    expectNothingAppended();
  });

  test.each([
    'null',
    '[]',
    '7',
    '"gates.decide"',
    '{}',
    '{"name":"session.get"}',
    '{"name":["session.get"],"input":{}}',
  ])('%s', async (body) => {
    expect(await refusalOf(body)).toBe('request-malformed');
    expectNothingAppended();
  });
});
