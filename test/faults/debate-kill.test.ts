/** Processes that hold a debate and are killed in the middle of a turn, between two appends. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type LedgerReader, openLedgerForReading } from '../../core/ledger/index.ts';
import { debateId } from '../fixture/debate-runs.ts';
import { expectValue, temporaryFolder } from '../fixture/ledger.ts';

const long = process.env.MIZAN_LONG === '1';
const worker = fileURLToPath(new URL('./debate-crash/worker.ts', import.meta.url));
const caseFile = fileURLToPath(new URL('../../docs/cases/bakery.yml', import.meta.url));

function hold(ledger: string, killAt = '') {
  return spawnSync(process.execPath, [worker, ledger, caseFile, debateId, killAt], { encoding: 'utf8' });
}

function read<T>(ledger: string, look: (reader: LedgerReader) => T): T {
  const reader = expectValue(openLedgerForReading(ledger));
  try {
    return look(reader);
  } finally {
    reader.close();
  }
}

/** How often each id stands in the events of a type. */
function timesOf(reader: LedgerReader, type: string, field: string): readonly number[] {
  const { events } = reader.page({ filter: { type }, limit: 500, direction: 'ascending' });
  return [...Map.groupBy(events, ({ data }) => String(data[field])).values()].map((group) => group.length);
}

/** What was said and called, in order, without what belongs to one process. */
function told(reader: LedgerReader): readonly unknown[] {
  const { events } = reader.page({ filter: { type: 'debate.message' }, limit: 500, direction: 'ascending' });
  return events.map(({ data: { agent_run: _, ...rest } }) => rest);
}

// The case parks: the killed debate must come to the same gate, opened once.
test('killed after any append it comes to the same gate, with nothing in it twice', () => {
  const folder = temporaryFolder();
  const whole = join(folder, 'whole.mizan');
  expect(hold(whole).stdout).toBe('parked');
  const expected = read(whole, told);
  const last = read(whole, (reader) => reader.size());
  const moments = long ? Array.from({ length: last }, (_, at) => at + 1) : [7, 31];
  let kills = 0;
  for (const moment of moments) {
    const ledger = join(folder, `killed-${moment}.mizan`);
    if (hold(ledger, `${moment}`).signal !== 'SIGKILL') continue;
    kills += 1;
    expect(hold(ledger).stdout).toBe('parked');
    read(ledger, (reader) => {
      expect(told(reader)).toStrictEqual(expected);
      for (const [type, field] of [
        ['debate.started', 'debate_id'],
        ['debate.message', 'message_id'],
        ['agent.tool_call', 'call_id'],
        ['human_gate.created', 'gate_id'],
        ['gate.requested', 'gate_id'],
      ] as const) {
        expect(new Set(timesOf(reader, type, field)), `${type} at ${moment}`).toStrictEqual(new Set([1]));
      }
    });
  }
  expect(kills).toBeGreaterThan(0);
}, 1_800_000);
