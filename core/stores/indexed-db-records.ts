import type { Json } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Database, DatabaseFactory, DatabaseRequest, DatabaseTransaction } from './indexed-db-api.ts';
import { isUnder } from './keys.ts';
import { failedCondition, inCodeUnitOrder, type RecordStore } from './records.ts';

const table = 'records';

function answered<T>(request: DatabaseRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

function finished(transaction: DatabaseTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up the transaction'));
  });
}

async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (thrown) {
    return fail('store-browser', `The browser's database failed: ${thrown instanceof Error ? thrown.message : ''}`);
  }
}

/**
 * Records in a browser's IndexedDB: each commit is one transaction. Give `globalThis.indexedDB`. Error:
 * `store-browser`.
 */
export function openIndexedDbRecords(factory: DatabaseFactory, name: string): Promise<Result<RecordStore>> {
  return guarded(async () => {
    const request = factory.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(table);
    };
    return ok(recordsOf(await answered(request)));
  });
}

function recordsOf(database: Database): RecordStore {
  const store = () => database.transaction([table], 'readonly').objectStore(table);
  const list = async (prefix: string): Promise<string[]> => {
    const keys = await answered(store().getAllKeys());
    return keys
      .map(String)
      .filter((key) => isUnder(key, prefix))
      .sort(inCodeUnitOrder);
  };
  return {
    read: (key) => guarded(async () => ok(parse(await answered(store().get(key))))),
    list: (prefix) => guarded(async () => ok(await list(prefix))),
    last: (prefix) => guarded(async () => ok((await list(prefix)).at(-1) ?? null)),
    commit: ({ writes, conditions }) =>
      guarded(async () => {
        const transaction = database.transaction([table], 'readwrite', { durability: 'strict' });
        const records = transaction.objectStore(table);
        const over = finished(transaction);
        const values = new Map<string, Json | null>();
        for (const { key } of conditions) values.set(key, parse(await answered(records.get(key))));
        const failed = failedCondition(conditions, (key) => values.get(key) ?? null);
        for (const { key, value } of failed === null ? writes : []) {
          if (value === null) records.delete(key);
          else records.put(JSON.stringify(value), key);
        }
        await over;
        return failed ?? ok(undefined);
      }),
  };
}

function parse(stored: unknown): Json | null {
  return typeof stored === 'string' ? (JSON.parse(stored) as Json) : null;
}
