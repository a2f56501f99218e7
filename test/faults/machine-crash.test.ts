/** Machines that are killed at every labelled point, and at random moments: nothing twice, nothing lost (M9, M10). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type LedgerReader, openLedgerForReading } from '../../core/ledger/index.ts';
import type { CrashPoint } from '../../core/machine/index.ts';
import { listRuns } from '../../core/runs/index.ts';
import { expectValue, temporaryFolder } from '../fixture/ledger.ts';
import { expectedOf } from './machine-crash/machine.ts';

const long = process.env.MIZAN_LONG === '1';
const worker = fileURLToPath(new URL('./machine-crash/worker.ts', import.meta.url));

function start(folder: string, runs: number, kill = ''): ChildProcess {
  const args = [worker, join(folder, 'runs.mizan'), join(folder, 'effects'), `${runs}`, kill];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs a worker to its end; what it was killed with, or null. */
async function ended(child: ChildProcess): Promise<string | null> {
  child.stdout?.resume();
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== null && code !== 0) throw new Error(`the worker failed with ${code}`);
  return signal;
}

/** That every effect, fact and run is there once and nothing else is. */
function checkNothingTwice(folder: string, ids: readonly string[]): void {
  const expected = ids.map(expectedOf);
  const reader: LedgerReader = expectValue(openLedgerForReading(join(folder, 'runs.mizan')));
  try {
    const rows: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: ReturnType<typeof listRuns> = listRuns(reader, { cursor, limit: 500 });
      for (const row of page.rows) {
        expect([row.executionId, row.status]).toStrictEqual([row.executionId, 'done']);
        rows.push(row.executionId);
      }
      cursor = page.next;
      if (cursor === null) break;
    }
    expect(rows.sort()).toStrictEqual(expected.flatMap(({ runs }) => runs).sort());
    const notes: string[] = [];
    for (let after: number | null = null; ; ) {
      const page = reader.page({ filter: { type: 'fact.noted' }, after, limit: 500, direction: 'ascending' });
      notes.push(...page.events.map((event) => String(event.data.key)));
      after = page.next;
      if (after === null) break;
    }
    expect(notes.sort()).toStrictEqual(expected.flatMap(({ notes: all }) => all).sort());
    expect(reader.count({ type: 'gate.consumed' })).toBe(ids.length);
    expect(reader.count({ type: 'run.finished' })).toBe(rows.length);
  } finally {
    reader.close();
  }
  const effects = readdirSync(join(folder, 'effects')).map(decodeURIComponent);
  expect(effects.sort()).toStrictEqual(expected.flatMap(({ effects: all }) => all).sort());
}

const points: readonly CrashPoint[] = [
  'start-committed',
  'state-entered',
  'action-done',
  'agent-done',
  'intents-committed',
  'child-launched',
  'launch-marked',
  'children-done',
  'step-committing',
  'step-committed',
  'park-committed',
  'end-committed',
];

test.each(points)(
  'killed at %s',
  async (point) => {
    for (let count = 1; count <= (long ? 30 : 1); count += 1) {
      const folder = temporaryFolder();
      const signal = await ended(start(folder, 1, `${point}:${count}`));
      if (count > 1 && signal === null) break;
      expect(signal).toBe('SIGKILL');
      expect(await ended(start(folder, 1))).toBeNull();
      checkNothingTwice(folder, ['run-1']);
    }
  },
  300_000,
);

test('killed at random moments', async () => {
  const kills = long ? 1000 : 8;
  const runs = long ? 400 : 4;
  const folder = temporaryFolder();
  let killed = 0;
  for (let finished = false; !finished; ) {
    const child = start(folder, runs);
    const over = ended(child);
    await Promise.race([once(child.stdout ?? child, 'data'), over]);
    const timer = killed < kills ? setTimeout(() => child.kill('SIGKILL'), Math.random() * (long ? 400 : 250)) : null;
    finished = (await over) === null;
    if (timer !== null) clearTimeout(timer);
    if (!finished) killed += 1;
  }
  process.stdout.write(`killed ${killed} times at random moments of ${runs} runs\n`);
  expect(killed).toBeGreaterThan(0);
  checkNothingTwice(
    folder,
    Array.from({ length: runs }, (_, index) => `run-${index + 1}`),
  );
}, 7_200_000);
