import { describe, expect, test } from 'vitest';
import { decodeClone, encodeClone } from '../../double/page/clone.ts';

const through = (value: unknown): unknown => decodeClone(encodeClone(value));

describe('a clone that crosses as text', () => {
  test.each([
    [undefined],
    [null],
    [true],
    ['\u2028 text \ud83d\ude00'],
    [Number.NaN],
    [Number.NEGATIVE_INFINITY],
    [-0],
    [2n ** 70n],
    [new Date(0)],
    [/a+/giu],
    [[1, [2, undefined]]],
    [{ a: { b: [] }, '': 0 }],
    [new Map<unknown, unknown>([[{ k: 1 }, new Set([1, 'x'])]])],
    [Uint8Array.of(0, 127, 255)],
    [Float64Array.of(Math.PI, -1)],
    [Uint8Array.of(1, 2, 3).buffer],
  ])('is what structuredClone makes of %o', (value) => {
    expect(through(value)).toEqual(structuredClone(value));
  });

  test('keeps cycles and shared references', () => {
    const shared = { name: 'shared' };
    const cycle: Record<string, unknown> = { first: shared, second: shared };
    cycle.self = cycle;
    const copy = through(cycle) as typeof cycle;
    expect(copy.self).toBe(copy);
    expect(copy.first).toBe(copy.second);
    expect(copy.first).not.toBe(shared);
  });

  test('carries an own __proto__ as data and changes no prototype', () => {
    const hostile: unknown = JSON.parse('{"__proto__": {"admin": true}}');
    const copy = through(hostile) as Record<string, unknown>;
    expect(Object.hasOwn(copy, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy.admin).toBeUndefined();
  });

  test('carries the name and message of an error', () => {
    const copy = through(new RangeError('too far')) as Error;
    expect([copy instanceof Error, copy.name, copy.message]).toEqual([true, 'RangeError', 'too far']);
  });

  test.each([[() => 1], [{ deep: [() => 1] }], [Symbol('s')], [Promise.resolve(1)], [new WeakMap()]])(
    'refuses %o in Electron’s words',
    (value) => {
      expect(() => encodeClone(value)).toThrow('An object could not be cloned.');
    },
  );

  test('replaces a function by a token only where the caller has one', () => {
    const text = encodeClone({ f: () => 1 }, (value) => (typeof value === 'function' ? { call: 7 } : null));
    expect(decodeClone(text, (token) => token)).toEqual({ f: { call: 7 } });
  });
});
