import { describe, expect, test } from 'vitest';
import { validateRequest } from '../../../core/api/index.ts';

const parse = (text: string): unknown => JSON.parse(text);

describe('validateRequest', () => {
  test('fills in defaults and says which kind it is', () => {
    expect(validateRequest({ name: 'work.list', input: {} })).toEqual({
      ok: true,
      value: { name: 'work.list', kind: 'query', input: { cursor: null, limit: 200 } },
    });
    expect(validateRequest({ name: 'reviewer.lock', input: {} })).toMatchObject({ value: { kind: 'command' } });
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'session.get'],
    ['a list', [{ name: 'session.get', input: {} }]],
    ['no input', { name: 'session.get' }],
    ['a third field', { name: 'session.get', input: {}, door: 'desktop' }],
    ['__proto__ beside', parse('{"name":"session.get","input":{},"__proto__":{}}')],
    ['__proto__ instead', parse('{"name":"session.get","__proto__":{"input":{}}}')],
    ['a name that is no text', { name: ['session.get'], input: {} }],
  ])('refuses %s as malformed', (_what, raw) => {
    expect(validateRequest(raw)).toMatchObject({ ok: false, problem: { code: 'request-malformed' } });
  });

  test.each(['', 'session', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'Session.get'])(
    'knows no operation %j',
    (name) => {
      expect(validateRequest({ name, input: {} })).toMatchObject({ problem: { code: 'unknown-operation' } });
    },
  );

  test('names the field that does not fit', () => {
    const request = { name: 'ledger.events', input: { filter: { type: 7 } } };
    expect(validateRequest(request)).toMatchObject({ problem: { code: 'input-invalid', place: 'input.filter.type' } });
  });

  test('refuses __proto__ at any depth', () => {
    const request = parse('{"name":"ledger.events","input":{"filter":{"__proto__":{"text":"x"}}}}');
    expect(validateRequest(request)).toMatchObject({ problem: { code: 'input-invalid', place: 'input' } });
  });

  test('refuses nesting without end instead of following it', () => {
    const circle: { filter?: unknown } = {};
    circle.filter = circle;
    expect(validateRequest({ name: 'ledger.events', input: circle })).toMatchObject({
      problem: { code: 'input-invalid' },
    });
    const deep = parse(`{"name":"ledger.events","input":${'['.repeat(30_000)}${']'.repeat(30_000)}}`);
    expect(validateRequest(deep)).toMatchObject({ problem: { code: 'input-invalid' } });
  });
});
