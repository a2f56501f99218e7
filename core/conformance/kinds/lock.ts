import { z } from 'zod';
import { VirtualTime } from '../../machine/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import { createLock, type RecordStore } from '../../stores/index.ts';
import type { Clock } from '../../world/index.ts';
import { onEveryStore } from '../every-store.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({
  ttl_ms: z.number().positive().default(30_000),
  ops: z.array(
    z.union([
      z.tuple([z.enum(['acquire', 'release', 'renew']), z.string(), z.string()]),
      z.tuple([z.literal('advance'), z.number().nonnegative()]),
    ]),
  ),
});

type Operation = z.output<typeof inputSchema>['ops'][number];
type Answer = boolean | null | 'error';

/** Locks with leases, on every store (S2). A release answers null, whoever asked. */
export const lock: ConformanceKind = {
  kind: 'lock',
  run(raw) {
    const read = readInput(inputSchema, raw);
    if (!read.ok) return Promise.resolve(read);
    const { ttl_ms: lease, ops } = read.value;
    return onEveryStore(
      () => new VirtualTime(0),
      async (records, clock) => {
        const results: Answer[] = [];
        for (const operation of ops) results.push(await perform(records, clock, operation, lease));
        return ok({ results });
      },
    );
  },
};

async function perform(records: RecordStore, clock: Clock, operation: Operation, lease: number): Promise<Answer> {
  if (operation[0] === 'advance') {
    if (clock instanceof VirtualTime) clock.advance(operation[1]);
    return null;
  }
  const [verb, owner, key] = operation;
  const locks = createLock(records, clock);
  if (verb === 'release') return answer(await locks.release(key, owner), () => null);
  const granted = verb === 'acquire' ? await locks.acquire(key, owner, lease) : await locks.renew(key, owner, lease);
  return answer(granted, (grant) => grant !== null);
}

function answer<T>(result: Result<T>, of: (value: T) => Answer): Answer {
  return result.ok ? of(result.value) : 'error';
}
