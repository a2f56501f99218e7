/** The parts of IndexedDB used here: the language library for every platform has none of it. */

export interface DatabaseFactory {
  open(name: string, version: number): OpenRequest;
}

export interface DatabaseRequest<T> {
  readonly result: T;
  readonly error: Error | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

interface OpenRequest extends DatabaseRequest<Database> {
  onupgradeneeded: (() => void) | null;
  onblocked: (() => void) | null;
}

export interface Database {
  createObjectStore(name: string): unknown;
  transaction(
    stores: readonly string[],
    mode: 'readonly' | 'readwrite',
    options?: { readonly durability: 'strict' },
  ): DatabaseTransaction;
}

export interface DatabaseTransaction {
  objectStore(name: string): ObjectStore;
  abort(): void;
  readonly error: Error | null;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
}

interface ObjectStore {
  get(key: string): DatabaseRequest<unknown>;
  put(value: unknown, key: string): DatabaseRequest<unknown>;
  delete(key: string): DatabaseRequest<unknown>;
  getAllKeys(): DatabaseRequest<readonly unknown[]>;
}
