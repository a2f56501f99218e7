import type { Json } from '../canonical/index.ts';
import {
  type MachineSnapshot,
  maxSnapshotCharacters,
  type PersistenceBackend,
  type RunChange,
  type RunRecord,
  type RunStore,
  readSnapshot,
  type Timers,
} from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Clock } from '../world/index.ts';
import { checkKey, checkPrefix } from './keys.ts';
import { createLock, lockKey } from './locks.ts';
import type { RecordCondition, RecordStore, RecordWrite } from './records.ts';
import { createResults, resultWrite } from './results.ts';

const checkpoints = 'checkpoints/';
const runs = 'runs/';
const cancels = 'cancels/';

/** The seed's persistence over any store. */
export function createPersistence(records: RecordStore): PersistenceBackend {
  const write = async (key: string, snapshot: MachineSnapshot | null): Promise<Result<void>> => {
    const checked = checkKey(key);
    if (!checked.ok) return checked;
    const value = snapshot === null ? ok(null) : boundedSnapshot(snapshot);
    if (!value.ok) return value;
    const type = snapshot === null ? 'checkpoint.deleted' : 'checkpoint.saved';
    const subject = `run:${key.split('/')[0] ?? ''}`;
    const writes = [{ key: `${checkpoints}${key}`, value: value.value }];
    return records.commit({ writes, conditions: [], events: [{ type, subject, data: { key } }] });
  };
  return {
    save: write,
    delete: (key) => write(key, null),
    load: async (key) => {
      const checked = checkKey(key);
      if (!checked.ok) return checked;
      const read = await records.read(`${checkpoints}${key}`);
      if (!read.ok) return fail('checkpoint-damaged', read.problem.message, key);
      return read.value === null ? ok(null) : readSnapshot(read.value, key);
    },
    list: async (prefix) => {
      const checked = checkPrefix(prefix);
      if (!checked.ok) return checked;
      const keys = await records.list(`${checkpoints}${prefix}`);
      return keys.ok ? ok(keys.value.map((key) => key.slice(checkpoints.length))) : keys;
    },
  };
}

function boundedSnapshot(snapshot: MachineSnapshot): Result<Json> {
  return bounded(snapshot as unknown as Json, 'A checkpoint', snapshot.execution_id);
}

function bounded(value: Json, what: string, executionId: string): Result<Json> {
  const size = JSON.stringify(value).length;
  if (size <= maxSnapshotCharacters) return ok(value);
  const limit = `at most ${maxSnapshotCharacters} characters`;
  return fail('snapshot-too-large', `${what} has ${limit}, this one would have ${size}`, executionId);
}

/** Everything a machine keeps, over any store. */
export function createRunStore(records: RecordStore, clock: Clock, timers: Timers): RunStore {
  const results = createResults(records, clock, timers);
  return {
    persistence: createPersistence(records),
    results,
    lock: createLock(records, clock),
    commit: async (change) => {
      const writes = writesOf(change);
      if (!writes.ok) return writes;
      const { key, owner, token } = change.fence;
      const fence: RecordCondition = { key: lockKey(key), matches: { owner, token, held: true } };
      const committed = await records.commit({ writes: writes.value, conditions: [fence], events: change.events });
      if (committed.ok && (change.results ?? []).length > 0) results.wake();
      if (committed.ok || committed.problem.code !== 'condition-failed') return committed;
      return fail('lock-lost', `Another process took over ${key}: nothing was written`, key);
    },
    run: async (executionId) => {
      const checked = checkKey(executionId);
      return checked.ok ? ((await records.read(`${runs}${executionId}`)) as Result<RunRecord | null>) : checked;
    },
    runs: () => allRuns(records),
    newestCheckpoint: async (executionId) => {
      const checked = checkKey(executionId);
      if (!checked.ok) return checked;
      const key = await records.last(`${checkpoints}${executionId}/`);
      return key.ok && key.value !== null ? ok(key.value.slice(checkpoints.length)) : key;
    },
    requestCancel: async (executionId) => {
      const checked = checkKey(executionId);
      if (!checked.ok) return checked;
      return records.commit({
        writes: [{ key: `${cancels}${executionId}`, value: true, small: true }],
        conditions: [],
        events: [{ type: 'run.cancel_requested', subject: `run:${executionId}`, data: {} }],
      });
    },
    cancelRequested: async (executionId) => {
      const request = await records.read(`${cancels}${executionId}`);
      return request.ok ? ok(request.value !== null) : request;
    },
  };
}

async function allRuns(records: RecordStore): Promise<Result<readonly RunRecord[]>> {
  const keys = await records.list(runs);
  if (!keys.ok) return keys;
  const all: RunRecord[] = [];
  for (const key of keys.value) {
    const record = await records.read(key);
    if (!record.ok) return record;
    if (record.value !== null) all.push(record.value as unknown as RunRecord);
  }
  return ok(all);
}

function writesOf(change: RunChange): Result<readonly RecordWrite[]> {
  const writes: RecordWrite[] = [];
  for (const { key, snapshot } of change.snapshots ?? []) {
    const [checked, value] = [checkKey(key), boundedSnapshot(snapshot)];
    if (!checked.ok) return checked;
    if (!value.ok) return value;
    writes.push({ key: `${checkpoints}${key}`, value: value.value });
  }
  for (const run of change.runs ?? []) {
    const checked = checkKey(run.execution_id);
    if (!checked.ok) return checked;
    const value = bounded(run as unknown as Json, 'The record of a run, with its input,', run.execution_id);
    if (!value.ok) return value;
    writes.push({ key: `${runs}${run.execution_id}`, value: value.value });
    if (run.status === 'cancelled') writes.push({ key: `${cancels}${run.execution_id}`, value: null, small: true });
  }
  for (const { uri, data } of change.results ?? []) {
    const write = resultWrite(uri, data);
    if (!write.ok) return write;
    writes.push(write.value);
  }
  return ok(writes);
}
