import { expect, test } from 'vitest';
import { claims } from '../../../core/kernel/export/claims.ts';
import * as kernel from '../../../core/kernel/index.ts';
import { examples } from '../../proof/examples.ts';

test.each(examples)('$name', ({ run, expected }) => {
  expect(run(kernel)).toEqual(expected);
});

test('every exported theorem has its own name', () => {
  expect(new Set(claims.map((claim) => claim.name)).size).toBe(claims.length);
});
