import { ok, type Result } from '../../problem/index.ts';
import type { LockGrant } from '../ports.ts';
import type { MachineRuntime } from './runtime.ts';

/**
 * Why work is stopped when another owner may have the lock: nothing may be written any more, a cancellation neither.
 */
export const lostLease = 'lost-lease';

/** A lock that is kept alive while a run goes on. */
export interface Lease {
  readonly grant: LockGrant;
  /** Stops renewing and lets the next one in. */
  end(): Promise<Result<void>>;
}

/**
 * Takes the lock of a run and renews it three times per lease. `lost` is called once, when another owner may have it;
 * `tick` at every renewal. Null when another owner holds it.
 */
export async function takeLease(
  runtime: MachineRuntime,
  owner: string,
  executionId: string,
  lost: () => void,
  tick: () => Promise<void>,
): Promise<Result<Lease | null>> {
  const { store, leaseMs, timers } = runtime;
  const key = `run/${executionId}`;
  const grant = await store.lock.acquire(key, owner, leaseMs);
  if (!grant.ok) return grant;
  if (grant.value === null) return ok(null);
  const ended = new AbortController();
  const keep = async (): Promise<void> => {
    for (;;) {
      await timers.sleep(leaseMs / 3, ended.signal);
      if (ended.signal.aborted) return;
      const renewed = await store.lock.renew(key, owner, leaseMs);
      if (ended.signal.aborted) return;
      if (!renewed.ok || renewed.value === null) return lost();
      await tick();
    }
  };
  void keep();
  return ok({
    grant: grant.value,
    end: () => {
      ended.abort('ended');
      return store.lock.release(key, owner);
    },
  });
}
