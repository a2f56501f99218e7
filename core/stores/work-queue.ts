import type { Json } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Clock } from '../world/index.ts';
import { isoTime } from '../world/index.ts';
import { checkKey } from './keys.ts';
import type { RecordStore } from './records.ts';

export type WorkStatus = 'waiting' | 'claimed' | 'done' | 'poisoned';

export interface WorkItem {
  readonly id: string;
  readonly data: Json;
  readonly status: WorkStatus;
  readonly claimed_by: string | null;
  readonly claimed_at: string | null;
  /** Claims so far. */
  readonly attempts: number;
  readonly max_attempts: number;
  readonly result: Json;
  readonly error: string | null;
}

/** A pool of work for many workers (S4). */
export interface WorkQueue {
  /** Adds an item that may be tried `maxAttempts` times, 3 unless given. Error: `work-exists`. */
  push(id: string, data: Json, maxAttempts?: number): Promise<Result<void>>;
  /** Gives the oldest waiting item to this worker and to no other; null when none waits. */
  claim(worker: string): Promise<Result<WorkItem | null>>;
  /** Errors: `work-not-yours` when the item is not claimed by this worker. */
  complete(id: string, worker: string, result?: Json): Promise<Result<void>>;
  /** Back to waiting, or poisoned when that was the last attempt. Errors as for `complete`. */
  fail(id: string, worker: string, error: string): Promise<Result<void>>;
  /** Puts back what a lost worker holds; gives the number of items. */
  releaseWorker(worker: string): Promise<Result<number>>;
  item(id: string): Promise<Result<WorkItem | null>>;
}

const maxRaces = 1000;

/** Pure: the item in the hands of this worker. */
export function decideClaim(item: WorkItem, worker: string, at: string): WorkItem {
  return { ...item, status: 'claimed', claimed_by: worker, claimed_at: at, attempts: item.attempts + 1 };
}

/** Pure: the item after a failure (S4). */
export function decideFailure(item: WorkItem, error: string): WorkItem {
  const status = item.attempts >= item.max_attempts ? 'poisoned' : 'waiting';
  return { ...item, status, claimed_by: null, claimed_at: null, error };
}

/** A pool over any store. Items are claimed in the order of their ids. */
export function createWorkQueue(records: RecordStore, pool: string, clock: Clock): WorkQueue {
  const items = itemsOf(records, pool);
  return {
    push: (id, data, maxAttempts = 3) => push(items, newItem(id, data, maxAttempts)),
    claim: (worker) => claim(items, pool, worker, clock),
    complete: (id, worker, result = null) =>
      changeHeld(items, id, worker, (item) => ({ ...item, status: 'done', result }), 'work_item.completed'),
    fail: (id, worker, error) =>
      changeHeld(items, id, worker, (item) => decideFailure(item, error), 'work_item.failed'),
    releaseWorker: (worker) => releaseWorker(items, worker),
    item: items.find,
  };
}

/** The items of one pool in the store. */
interface Items {
  ids(): Promise<Result<readonly string[]>>;
  find(id: string): Promise<Result<WorkItem | null>>;
  /** Writes an item where nobody changed it since `before`, else `condition-failed`. */
  replace(before: WorkItem | null, after: WorkItem, event: string): Promise<Result<void>>;
}

function itemsOf(records: RecordStore, pool: string): Items {
  const base = `work/${pool}/`;
  return {
    ids: async () => {
      const keys = await records.list(base);
      return keys.ok ? ok(keys.value.map((key) => key.slice(base.length))) : keys;
    },
    find: async (id) => {
      const checked = checkKey(`${base}${id}`);
      return checked.ok ? ((await records.read(checked.value)) as Result<WorkItem | null>) : checked;
    },
    replace: async (before, after, event) => {
      const checked = checkKey(`${base}${after.id}`);
      if (!checked.ok) return checked;
      const key = checked.value;
      const matches =
        before === null ? null : { status: before.status, claimed_by: before.claimed_by, attempts: before.attempts };
      const data = { attempts: after.attempts, status: after.status };
      return records.commit({
        writes: [{ key, value: { ...after } }],
        conditions: [{ key, matches }],
        events: [{ type: event, subject: `work:${pool}/${after.id}`, data }],
      });
    },
  };
}

function newItem(id: string, data: Json, maxAttempts: number): WorkItem {
  return {
    id,
    data,
    status: 'waiting',
    claimed_by: null,
    claimed_at: null,
    attempts: 0,
    max_attempts: maxAttempts,
    result: null,
    error: null,
  };
}

async function push(items: Items, item: WorkItem): Promise<Result<void>> {
  const pushed = await items.replace(null, item, 'work_item.pushed');
  if (pushed.ok || pushed.problem.code !== 'condition-failed') return pushed;
  return fail('work-exists', `There is an item ${item.id} already`, item.id);
}

async function claim(items: Items, pool: string, worker: string, clock: Clock): Promise<Result<WorkItem | null>> {
  for (let race = 0; race < maxRaces; race += 1) {
    const waiting = await firstWaiting(items);
    if (!waiting.ok || waiting.value === null) return waiting;
    const claimed = decideClaim(waiting.value, worker, isoTime(clock.now()));
    const replaced = await items.replace(waiting.value, claimed, 'work_item.claimed');
    if (replaced.ok) return ok(claimed);
    if (replaced.problem.code !== 'condition-failed') return replaced;
  }
  return fail('work-contended', `Too many workers want the items of ${pool}`, pool);
}

/** Changes an item that this worker has claimed. Error: `work-not-yours`. */
async function changeHeld(
  items: Items,
  id: string,
  worker: string,
  change: (item: WorkItem) => WorkItem,
  event: string,
): Promise<Result<void>> {
  const item = await items.find(id);
  if (!item.ok) return item;
  if (item.value?.status !== 'claimed' || item.value.claimed_by !== worker) {
    return fail('work-not-yours', `The item ${id} is not claimed by ${worker}`, id);
  }
  const replaced = await items.replace(item.value, change(item.value), event);
  if (replaced.ok || replaced.problem.code !== 'condition-failed') return replaced;
  return fail('work-not-yours', `The item ${id} was taken from ${worker}`, id);
}

async function releaseWorker(items: Items, worker: string): Promise<Result<number>> {
  const ids = await items.ids();
  if (!ids.ok) return ids;
  let released = 0;
  for (const id of ids.value) {
    const item = await items.find(id);
    if (!item.ok) return item;
    if (item.value?.status !== 'claimed' || item.value.claimed_by !== worker) continue;
    const lost = decideFailure(item.value, `The worker ${worker} was lost`);
    const replaced = await items.replace(item.value, lost, 'work_item.released');
    if (replaced.ok) released += 1;
    else if (replaced.problem.code !== 'condition-failed') return replaced;
  }
  return ok(released);
}

async function firstWaiting(items: Items): Promise<Result<WorkItem | null>> {
  const ids = await items.ids();
  if (!ids.ok) return ids;
  for (const id of ids.value) {
    const item = await items.find(id);
    if (!item.ok || item.value?.status === 'waiting') return item;
  }
  return ok(null);
}
