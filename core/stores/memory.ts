import type { Json } from '../canonical/index.ts';
import { ok } from '../problem/index.ts';
import { isUnder } from './keys.ts';
import { failedCondition, inCodeUnitOrder, type RecordStore } from './records.ts';

/** Records in memory: for tests and for runs that need not outlive their process. */
export function createMemoryRecords(): RecordStore {
  const values = new Map<string, string>();
  const read = (key: string): Json | null => {
    const text = values.get(key);
    return text === undefined ? null : (JSON.parse(text) as Json);
  };
  const list = (prefix: string): string[] =>
    [...values.keys()].filter((key) => isUnder(key, prefix)).sort(inCodeUnitOrder);
  return {
    read: async (key) => ok(read(key)),
    list: async (prefix) => ok(list(prefix)),
    last: async (prefix) => ok(list(prefix).at(-1) ?? null),
    commit: async ({ writes, conditions }) => {
      const failed = failedCondition(conditions, read);
      if (failed !== null) return failed;
      const texts = writes.map(({ key, value }) => ({ key, text: value === null ? null : JSON.stringify(value) }));
      for (const { key, text } of texts) {
        if (text === null) values.delete(key);
        else values.set(key, text);
      }
      return ok(undefined);
    },
  };
}
