import { z } from 'zod';
import { canonicalJson, type Json, type JsonObject } from '../canonical/index.ts';
import type { Actor, EventDraft, Ledger, LedgerReader, Projection } from '../ledger/index.ts';
import type { RunEvent } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { failedCondition, inCodeUnitOrder, type RecordStore, type RecordWrite } from './records.ts';

const payloadPrefix = 'record:';
const system: Actor = { kind: 'system', id: 'machine' };

const row = z.object({ seq: z.number(), value: z.string().nullable() });
const keyRow = z.object({ key: z.string() });

/** Which event holds the newest value of each record, and the values that are small. */
export const recordsProjection: Projection = {
  name: 'machine-records',
  tables: ['machine_records'],
  apply: (event, tables) => {
    const put = (key: string, value: string | null): void =>
      tables.run(
        `INSERT INTO machine_records (key, seq, value) VALUES (?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET seq = excluded.seq, value = excluded.value`,
        [key, event.seq, value],
      );
    for (const { name } of event.payloads) {
      if (name.startsWith(payloadPrefix)) put(name.slice(payloadPrefix.length), null);
    }
    const records = event.data.records;
    if (typeof records !== 'object' || records === null || Array.isArray(records)) return;
    for (const [key, value] of Object.entries(records as JsonObject)) {
      if (value === null) tables.run('DELETE FROM machine_records WHERE key = ?', [key]);
      else put(key, canonicalJson(value));
    }
  },
};

/** The records of a ledger: every commit is one append, with its events, under SQLite's write lock. */
export function createLedgerRecords(ledger: Ledger, actor: Actor = system): RecordStore {
  return {
    read: async (key) => readLedgerRecord(ledger, key),
    list: async (prefix) => ok(keysUnder(ledger, prefix, 'ASC', -1).sort(inCodeUnitOrder)),
    last: async (prefix) => ok(keysUnder(ledger, prefix, 'DESC', 1)[0] ?? null),
    commit: async ({ writes, conditions, events }) => {
      const appended = ledger.appendDecided((reader) => {
        const values = new Map<string, Json | null>();
        for (const { key } of conditions) {
          const value = readLedgerRecord(reader, key);
          if (!value.ok) return value;
          values.set(key, value.value);
        }
        return failedCondition(conditions, (key) => values.get(key) ?? null) ?? ok(drafts(events, writes, actor));
      });
      return appended.ok ? ok(undefined) : appended;
    },
  };
}

/** Small values go into the data of the first event, the others beside it as payloads, so that they can be redacted. */
function drafts(events: readonly RunEvent[], writes: readonly RecordWrite[], actor: Actor): readonly EventDraft[] {
  if (events.length === 0) throw new Error('bug: a commit without an event');
  const small = writes.filter(({ small: isSmall, value }) => isSmall === true || value === null);
  const records =
    small.length === 0 ? {} : { records: Object.fromEntries(small.map(({ key, value }) => [key, value])) };
  const payloads = writes
    .filter((write) => !small.includes(write))
    .map(({ key, value }) => ({
      name: `${payloadPrefix}${key}`,
      mediaType: 'application/json',
      body: JSON.stringify(value),
    }));
  return events.map((event, index) => {
    const draft = { ...event, actor: event.actor ?? actor };
    if (index > 0) return draft;
    return { ...draft, data: { ...event.data, ...records }, payloads: [...(event.payloads ?? []), ...payloads] };
  });
}

/** One record as it is now. Error: `record-damaged`. */
export function readLedgerRecord(reader: LedgerReader, key: string): Result<Json | null> {
  const [found] = reader.select('SELECT seq, value FROM machine_records WHERE key = ?', [key], row);
  if (found === undefined) return ok(null);
  if (found.value !== null) return parse(found.value, key);
  const body = reader.body(found.seq, `${payloadPrefix}${key}`);
  if (!body.ok) return fail('record-damaged', body.problem.message, key);
  if (body.value.state === 'redacted') {
    return fail('record-damaged', `The record ${key} was redacted: ${body.value.reason}`, key);
  }
  return parse(new TextDecoder().decode(body.value.body), key);
}

function parse(text: string, key: string): Result<Json | null> {
  try {
    return ok(JSON.parse(text) as Json);
  } catch {
    return fail('record-damaged', `The record ${key} is not JSON`, key);
  }
}

function keysUnder(reader: LedgerReader, prefix: string, order: 'ASC' | 'DESC', limit: number): string[] {
  const below = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const sql = `SELECT key FROM machine_records WHERE key = ? OR (key >= ? AND key < ?) ORDER BY key ${order} LIMIT ?`;
  return reader.select(sql, [prefix, below, `${below}\u{10ffff}`, limit], keyRow).map(({ key }) => key);
}
