import { describe, expect, test } from 'vitest';
import { createAccess, tokenLifetimeMilliseconds } from '../../../core/web/access.ts';

/** Counts up, so that no two secrets are alike. */
function countingRandom() {
  let next = 0;
  return {
    bytes: (count: number) => {
      next += 1;
      return new Uint8Array(count).fill(next);
    },
  };
}

function setUp() {
  const clock = { time: 1_000_000, now: () => clock.time };
  return { clock, access: createAccess(clock, countingRandom()) };
}

describe('one-time addresses', () => {
  test('a token opens one session and is dead afterwards', () => {
    const { access } = setUp();
    const token = access.issueToken();
    const secret = access.exchange(token);
    expect(secret).not.toBeNull();
    expect(access.isSession(secret ?? '')).toBe(true);
    expect(access.exchange(token)).toBeNull();
  });

  test('a token is not a session secret, and a secret is not a token', () => {
    const { access } = setUp();
    const token = access.issueToken();
    expect(access.isSession(token)).toBe(false);
    const secret = access.exchange(token) ?? '';
    expect(access.exchange(secret)).toBeNull();
  });

  test('a token lives five minutes, not a millisecond longer', () => {
    const { access, clock } = setUp();
    const early = access.issueToken();
    const late = access.issueToken();
    clock.time += tokenLifetimeMilliseconds - 1;
    expect(access.exchange(early)).not.toBeNull();
    clock.time += 1;
    expect(access.exchange(late)).toBeNull();
  });

  test('at most four addresses wait: a fifth pushes the oldest out', () => {
    const { access } = setUp();
    const tokens = Array.from({ length: 5 }, () => access.issueToken());
    expect(access.exchange(tokens[0] ?? '')).toBeNull();
    expect(access.exchange(tokens[4] ?? '')).not.toBeNull();
  });

  test('a ninth browser pushes the first one out', () => {
    const { access } = setUp();
    const secrets = Array.from({ length: 9 }, () => access.exchange(access.issueToken()) ?? '');
    expect(secrets.map((secret) => access.isSession(secret))).toEqual([false, ...Array(8).fill(true)]);
  });

  test.each(['', 'x', 'A'.repeat(43)])('a made-up token %j is refused', (token) => {
    const { access } = setUp();
    access.issueToken();
    expect(access.exchange(token)).toBeNull();
    expect(access.isSession(token)).toBe(false);
  });
});
