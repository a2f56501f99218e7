import { expect, test } from 'vitest';
import { canonicalJson } from '../../../core/canonical/index.ts';

test('keys are sorted by UTF-16 code units and white space is gone', () => {
  expect(canonicalJson({ b: [1, 2.5, 1e21], a: { '€': null, '\r': true } })).toBe(
    '{"a":{"\\r":true,"€":null},"b":[1,2.5,1e+21]}',
  );
});

test('what is not JSON is a bug of the caller', () => {
  expect(() => canonicalJson(Number.NaN)).toThrow('RFC 8785');
  expect(() => canonicalJson('\ud800')).toThrow('RFC 8785');
});
