import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import {
  createLedgerRecords,
  createLocalStorageRecords,
  createMemoryRecords,
  openFileRecords,
  type RecordStore,
  recordsProjection,
} from '../stores/index.ts';
import { type Clock, systemRandom } from '../world/index.ts';

/**
 * Runs the same work on every store of this computer, each empty, and gives what they all gave. Error:
 * `stores-differ` when they do not agree.
 */
export async function onEveryStore(
  clock: () => Clock,
  work: (records: RecordStore, clock: Clock) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-stores-'));
  try {
    const time = { file: clock(), ledger: clock() };
    const files = await openFileRecords(join(folder, 'files'));
    if (!files.ok) return files;
    const ledger = openLedger(join(folder, 'runs.mizan'), {
      projections: [recordsProjection],
      clock: time.ledger,
      random: systemRandom,
      create: true,
    });
    if (!ledger.ok) return ledger;
    try {
      return await sameOn(
        [
          { name: 'memory', records: createMemoryRecords(), clock: clock() },
          { name: 'file', records: files.value, clock: time.file },
          { name: 'ledger', records: createLedgerRecords(ledger.value), clock: time.ledger },
          { name: 'local-storage', records: createLocalStorageRecords(emptyStorage()), clock: clock() },
        ],
        work,
      );
    } finally {
      ledger.value.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function emptyStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      items.set(key, value);
    },
  };
}

interface Named {
  readonly name: string;
  readonly records: RecordStore;
  readonly clock: Clock;
}

async function sameOn(
  stores: readonly Named[],
  work: (records: RecordStore, clock: Clock) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  let first: { readonly name: string; readonly result: Result<unknown> } | null = null;
  for (const { name, records, clock } of stores) {
    const result = await work(records, clock);
    first ??= { name, result };
    const [left, right] = [first.result, result].map((each) =>
      JSON.stringify(each.ok ? each.value : each.problem.code),
    );
    if (left !== right) return fail('stores-differ', `${first.name} gives ${left}, ${name} gives ${right}`);
  }
  return first?.result ?? ok(null);
}
