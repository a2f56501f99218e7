import { IDBFactory } from 'fake-indexeddb';
import type { RecordStore } from '../../../core/stores/index.ts';
import {
  answerRecordRequest,
  createFetchRecords,
  createLedgerRecords,
  createLocalStorageRecords,
  createMemoryRecords,
  type DatabaseFactory,
  openFileRecords,
  openIndexedDbRecords,
  recordsProjection,
} from '../../../core/stores/index.ts';
import { expectValue, temporaryFolder, temporaryLedger } from '../../fixture/ledger.ts';

/** A text storage like a browser's, with room for so many characters. */
export function storageOf(room = 5_000_000) {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new Error('QuotaExceededError');
      items.set(key, value);
    },
  };
}

/** Every backend there is, each empty. */
export const backends: readonly { readonly name: string; open(): Promise<RecordStore> }[] = [
  { name: 'memory', open: async () => createMemoryRecords() },
  { name: 'file', open: async () => expectValue(await openFileRecords(temporaryFolder())) },
  {
    name: 'ledger',
    open: async () => createLedgerRecords(temporaryLedger({ projections: [recordsProjection] })),
  },
  {
    name: 'indexed-db',
    open: async () => expectValue(await openIndexedDbRecords(new IDBFactory() as unknown as DatabaseFactory, 'mizan')),
  },
  { name: 'local-storage', open: async () => createLocalStorageRecords(storageOf()) },
  {
    name: 'fetch',
    open: async () => {
      const records = createMemoryRecords();
      return createFetchRecords('http://store.test/records', (address, init) =>
        answerRecordRequest(records, new Request(address, init)),
      );
    },
  },
];
