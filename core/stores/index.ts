/** Where machines keep what must survive: one file per backend, one meaning for all of them. */
export { checkKey } from './keys.ts';
export { createLock, noLock } from './locks.ts';
export { createMemoryRecords } from './memory.ts';
export type { RecordChange, RecordCondition, RecordStore, RecordWrite } from './records.ts';
export { parseResultUri, type ResultAddress } from './result-uri.ts';
export { createPersistence, createRunStore } from './run-store.ts';
