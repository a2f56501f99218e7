import type { JsonObject } from '../canonical/index.ts';
import type { ExecutionLock, LockGrant } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Clock } from '../world/index.ts';
import { checkKey } from './keys.ts';
import type { RecordStore } from './records.ts';

/** A lock as it is kept: after a release too, so that its token never goes back. */
export interface LockState {
  readonly owner: string;
  readonly token: number;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
  readonly held: boolean;
}

/** Others may come in between: a change that lost the race is decided again this often. */
const maxRaces = 1000;

/** The key under which a lock is kept in the store; `key` must be one that the store allows (S1). */
export function lockKey(key: string): string {
  return `locks/${key}`;
}

function isHeld(state: LockState | null, now: number): state is LockState {
  return state?.held === true && state.expires_at > now;
}

/** Pure (S2): the lock after `owner` asked for it, or null when somebody else holds it. */
export function decideAcquire(state: LockState | null, owner: string, now: number, leaseMs: number): LockState | null {
  if (isHeld(state, now) && state.owner !== owner) return null;
  const token = state === null ? 1 : state.owner === owner ? state.token : state.token + 1;
  return { owner, token, expires_at: now + leaseMs, held: true };
}

/** Pure: the lock after `owner` renewed it, or null when the lease is over or not theirs. */
export function decideRenew(state: LockState | null, owner: string, now: number, leaseMs: number): LockState | null {
  return isHeld(state, now) && state.owner === owner ? { ...state, expires_at: now + leaseMs } : null;
}

/** Pure: the lock after `owner` let go, or null when it was not theirs. */
export function decideRelease(state: LockState | null, owner: string): LockState | null {
  return state?.held === true && state.owner === owner ? { ...state, held: false, expires_at: 0 } : null;
}

/** Locks with leases and fencing tokens over any store. */
export function createLock(records: RecordStore, clock: Clock): ExecutionLock {
  const change = async (
    key: string,
    owner: string,
    event: string,
    decide: (state: LockState | null, now: number) => LockState | null,
  ): Promise<Result<LockState | null>> => {
    if (owner.trim() === '') return fail('lock-owner-invalid', 'A lock needs an owner');
    const checked = checkKey(key);
    if (!checked.ok) return checked;
    for (let race = 0; race < maxRaces; race += 1) {
      const read = await records.read(lockKey(key));
      if (!read.ok) return read;
      const state = read.value as LockState | null;
      const next = decide(state, clock.now());
      if (next === null) return ok(null);
      const committed = await records.commit({
        writes: [{ key: lockKey(key), value: { ...next }, small: true }],
        conditions: [{ key: lockKey(key), matches: state === null ? null : ({ ...state } as JsonObject) }],
        events: [{ type: event, subject: key.replace('/', ':'), data: { owner, token: next.token } }],
      });
      if (committed.ok) return ok(next);
      if (committed.problem.code !== 'condition-failed') return committed;
    }
    return fail('lock-contended', `Too many others want the lock ${key}`, key);
  };
  const grant = (key: string, state: Result<LockState | null>): Result<LockGrant | null> => {
    if (!state.ok || state.value === null) return state as Result<null>;
    const { owner, token, expires_at: expiresAt } = state.value;
    return ok({ key, owner, token, expiresAt });
  };
  return {
    acquire: async (key, owner, leaseMs) =>
      grant(key, await change(key, owner, 'lease.acquired', (state, now) => decideAcquire(state, owner, now, leaseMs))),
    renew: async (key, owner, leaseMs) =>
      grant(key, await change(key, owner, 'lease.renewed', (state, now) => decideRenew(state, owner, now, leaseMs))),
    release: async (key, owner) => {
      const released = await change(key, owner, 'lease.released', (state) => decideRelease(state, owner));
      return released.ok ? ok(undefined) : released;
    },
  };
}

/** The seed's `NoOpLock`: for runs that something else keeps apart. */
export const noLock: ExecutionLock = {
  acquire: async (key, owner) => ok({ key, owner, token: 0, expiresAt: Number.MAX_SAFE_INTEGER }),
  renew: async (key, owner) => ok({ key, owner, token: 0, expiresAt: Number.MAX_SAFE_INTEGER }),
  release: async () => ok(undefined),
};
