import type { Json } from '../canonical/index.ts';
import type { ResultBackend, Timers } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Clock } from '../world/index.ts';
import type { RecordStore } from './records.ts';
import { parseResultUri } from './result-uri.ts';

/** How often a blocked reader looks for what another process wrote, in milliseconds. */
const pollMs = 50;

/** The record of a result. Wrapped, because a result may be null. */
export function resultWrite(uri: string, data: Json): Result<{ key: string; value: Json }> {
  const address = parseResultUri(uri);
  if (!address.ok) return address;
  return ok({ key: `results/${address.value.executionId}/${address.value.path}`, value: { data } });
}

export interface ResultsWithWaiters extends ResultBackend {
  /** Wakes every reader of this process: something was written by other means. */
  wake(): void;
}

/** Results over any store (S3). One write wakes all readers; readers in other processes look again every 50 ms. */
export function createResults(records: RecordStore, clock: Clock, timers: Timers): ResultsWithWaiters {
  const waiting = new Set<AbortController>();
  const wake = (): void => {
    for (const waiter of waiting) waiter.abort();
  };
  const commit = async (uri: string, data: Json | null, event: string): Promise<Result<void>> => {
    const write = resultWrite(uri, data);
    if (!write.ok) return write;
    const { key, value } = write.value;
    const { executionId, path } = splitKey(key);
    const committed = await records.commit({
      writes: [{ key, value: event === 'result.written' ? value : null }],
      conditions: [],
      events: [{ type: event, subject: `run:${executionId}`, data: { path } }],
    });
    if (committed.ok) wake();
    return committed;
  };
  const find = async (uri: string): Promise<Result<{ data: Json } | null>> => {
    const write = resultWrite(uri, null);
    if (!write.ok) return write;
    return (await records.read(write.value.key)) as Result<{ data: Json } | null>;
  };
  return {
    wake,
    write: (uri, data) => commit(uri, data, 'result.written'),
    delete: (uri) => commit(uri, null, 'result.deleted'),
    exists: async (uri) => {
      const found = await find(uri);
      return found.ok ? ok(found.value !== null) : found;
    },
    read: async (uri, { block = false, timeout = 0 } = {}) => {
      const deadline = block && timeout > 0 ? clock.now() + timeout : Number.POSITIVE_INFINITY;
      for (;;) {
        // Before it looks, so that a write in between wakes it.
        const waiter = new AbortController();
        waiting.add(waiter);
        const found = await find(uri);
        const left = deadline - clock.now();
        const waits = block && left > 0 && found.ok && found.value === null;
        if (waits) await timers.sleep(Math.min(pollMs, left), waiter.signal);
        waiting.delete(waiter);
        if (!waits) return foundResult(found, uri, block ? timeout : null);
      }
    },
  };
}

/** What a reader is given; `waited` is how many milliseconds it was ready to wait, null when it was not. */
function foundResult(found: Result<{ data: Json } | null>, uri: string, waited: number | null): Result<Json> {
  if (!found.ok) return found;
  if (found.value !== null) return ok(found.value.data);
  if (waited !== null) return fail('timeout', `TimeoutError: nothing at ${uri} after ${waited} ms`, uri);
  return fail('result-missing', `There is nothing at ${uri}`, uri);
}

function splitKey(key: string): { executionId: string; path: string } {
  const [, executionId = '', ...path] = key.split('/');
  return { executionId, path: path.join('/') };
}
