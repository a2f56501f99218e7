import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock, EpochMilliseconds, RandomSource } from '../world/index.ts';

/** How long a printed address works. */
export const tokenLifetimeMilliseconds = 5 * 60_000;
/** Browsers that may hold a cookie at once; a newer one pushes the oldest out. */
const sessionLimit = 8;
/** Addresses that may wait at once. */
const tokenLimit = 4;

/**
 * Who may talk to the web door: a one-time token, printed in the address, is exchanged for a session secret that lives
 * in a cookie. Only hashes are kept, and every comparison takes the same time.
 */
export interface Access {
  /** A new token, 256 bits, base64url. Works once, for five minutes. */
  issueToken(): string;
  /** A session secret for a live token, which is dead afterwards; null for any other. */
  exchange(token: string): string | null;
  /** True when the secret belongs to a session of this door. */
  isSession(secret: string): boolean;
}

interface WaitingToken {
  readonly hash: Buffer;
  readonly expiresAt: EpochMilliseconds;
}

/** An access that knows nobody. It lives in memory: every token and session ends with the process. */
export function createAccess(clock: Clock, random: RandomSource): Access {
  let tokens: readonly WaitingToken[] = [];
  let sessions: readonly Buffer[] = [];
  return {
    issueToken() {
      const token = newSecret(random);
      tokens = [...tokens, { hash: hashOf(token), expiresAt: clock.now() + tokenLifetimeMilliseconds }].slice(
        -tokenLimit,
      );
      return token;
    },
    exchange(token) {
      const hash = hashOf(token);
      const live = tokens.filter((waiting) => waiting.expiresAt > clock.now());
      tokens = live.filter((waiting) => !timingSafeEqual(waiting.hash, hash));
      if (tokens.length === live.length) return null;
      const secret = newSecret(random);
      sessions = [...sessions, hashOf(secret)].slice(-sessionLimit);
      return secret;
    },
    isSession(secret) {
      const hash = hashOf(secret);
      return sessions.filter((session) => timingSafeEqual(session, hash)).length > 0;
    },
  };
}

function newSecret(random: RandomSource): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
