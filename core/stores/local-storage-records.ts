import type { Json } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { isUnder } from './keys.ts';
import { failedCondition, inCodeUnitOrder, type RecordStore } from './records.ts';

/** What is needed of a browser's `localStorage`. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

type Records = { readonly [key: string]: Json };

/**
 * Records in `localStorage`, for small data: all of them are one item, so that a commit is one write. Browsers hold
 * about five million characters; more is `store-full`, a value that was changed by others `store-damaged`.
 */
export function createLocalStorageRecords(storage: TextStorage, item = 'mizan'): RecordStore {
  const all = (): Result<Records> => {
    const text = storage.getItem(item);
    if (text === null) return ok({});
    try {
      return ok(JSON.parse(text) as Records);
    } catch {
      return fail('store-damaged', `The item ${item} of the browser's storage is not JSON`, item);
    }
  };
  const value = (records: Records, key: string): Json | null =>
    Object.hasOwn(records, key) ? (records[key] ?? null) : null;
  const list = (prefix: string): Result<string[]> => {
    const records = all();
    if (!records.ok) return records;
    return ok(
      Object.keys(records.value)
        .filter((key) => isUnder(key, prefix))
        .sort(inCodeUnitOrder),
    );
  };
  return {
    read: async (key) => {
      const records = all();
      return records.ok ? ok(value(records.value, key)) : records;
    },
    list: async (prefix) => list(prefix),
    last: async (prefix) => {
      const keys = list(prefix);
      return keys.ok ? ok(keys.value.at(-1) ?? null) : keys;
    },
    commit: async ({ writes, conditions }) => {
      const records = all();
      if (!records.ok) return records;
      const failed = failedCondition(conditions, (key) => value(records.value, key));
      if (failed !== null) return failed;
      const next = new Map(Object.entries(records.value));
      for (const write of writes) {
        if (write.value === null) next.delete(write.key);
        else next.set(write.key, write.value);
      }
      try {
        storage.setItem(item, JSON.stringify(Object.fromEntries(next)));
        return ok(undefined);
      } catch {
        return fail('store-full', "The browser's storage has no room left", item);
      }
    },
  };
}
