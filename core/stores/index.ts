/** Where machines keep what must survive: one file per backend, one meaning for all of them. */

export { answerRecordRequest, createFetchRecords } from './fetch-records.ts';
export { openFileRecords } from './file-records.ts';
export type { DatabaseFactory } from './indexed-db-api.ts';
export { openIndexedDbRecords } from './indexed-db-records.ts';
export { checkKey } from './keys.ts';
export { createLedgerRecords, readLedgerRecord, recordsProjection } from './ledger-records.ts';
export { createLocalStorageRecords, type TextStorage } from './local-storage-records.ts';
export { createLock, noLock } from './locks.ts';
export { createMemoryRecords } from './memory.ts';
export type { RecordChange, RecordCondition, RecordStore, RecordWrite } from './records.ts';
export { parseResultUri, type ResultAddress } from './result-uri.ts';
export { createPersistence, createRunStore } from './run-store.ts';
export { createWorkQueue, type WorkItem, type WorkQueue } from './work-queue.ts';
