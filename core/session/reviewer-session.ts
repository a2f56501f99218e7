import type { ReviewerSigner } from '../review/index.ts';
import type { Clock, EpochMilliseconds, Ticker } from '../world/index.ts';

/** A reviewer who gives no command for this long has to unlock again. */
export const idleLimitMilliseconds = 30 * 60_000;
const lookIntervalMilliseconds = 30_000;

/** Whose key is unlocked in this session. It is in memory only. */
export interface ReviewerSession {
  unlocked(): ReviewerSigner | null;
  unlock(signer: ReviewerSigner): void;
  lock(): void;
  /** The person did something: the idle time starts anew. */
  touch(): void;
  close(): void;
}

/** `onIdle` is called after the session locked itself. */
export function createReviewerSession(clock: Clock, ticker: Ticker, onIdle: () => void): ReviewerSession {
  let signer: ReviewerSigner | null = null;
  let lastAct: EpochMilliseconds = clock.now();
  const isIdle = () => clock.now() - lastAct >= idleLimitMilliseconds;
  const stop = ticker.every(lookIntervalMilliseconds, () => {
    if (signer === null || !isIdle()) return;
    signer = null;
    onIdle();
  });
  return {
    // Asked as well as ticked, so that a computer that slept does not come back unlocked.
    unlocked: () => (isIdle() ? null : signer),
    unlock(newSigner) {
      signer = newSigner;
      lastAct = clock.now();
    },
    lock() {
      signer = null;
    },
    touch() {
      if (!isIdle()) lastAct = clock.now();
    },
    close() {
      signer = null;
      stop();
    },
  };
}
