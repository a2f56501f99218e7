/** Machines that are killed at every labelled point, and at random moments: nothing twice, nothing lost (M9, M10). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
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

/**
 * That every effect, fact and run is there once and nothing else is. Effects outside the store are called again when
 * the process died between the effect and the commit of its step, always under the same key: that is all that can be
 * promised. How many of these there were is returned; none may come after the commit of its step.
 */
function checkNothingTwice(folder: string, ids: readonly string[]): number {
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
  const effects = readdirSync(join(folder, 'effects', 'done')).map(decodeURIComponent);
  expect(effects.sort()).toStrictEqual(expected.flatMap(({ effects: all }) => all).sort());
  const calls = readFileSync(join(folder, 'effects', 'calls'), 'utf8')
    .trimEnd()
    .split('\n');
  const late = calls.filter((line) => {
    const [key = '', committed] = line.split(' ');
    return key.split('/').at(-1) !== committed;
  });
  expect(late).toStrictEqual([]);
  return calls.length - effects.length;
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
    let kills = 0;
    let calledAgain = 0;
    for (let count = 1; count <= (long ? 30 : 1); count += 1) {
      const folder = temporaryFolder();
      const signal = await ended(start(folder, 1, `${point}:${count}`));
      if (count > 1 && signal === null) break;
      expect(signal).toBe('SIGKILL');
      expect(await ended(start(folder, 1))).toBeNull();
      calledAgain += checkNothingTwice(folder, ['run-1']);
      kills += 1;
    }
    if (long)
      process.stdout.write(`${point}: killed at ${kills} places, ${calledAgain} effects called again by their key\n`);
  },
  300_000,
);

test('killed at random moments', async () => {
  const kills = long ? 1000 : 25;
  const folder = temporaryFolder();
  for (let killed = 0; killed < kills; killed += 1) {
    const child = start(folder, Number.MAX_SAFE_INTEGER);
    const over = ended(child);
    await Promise.race([once(child.stdout ?? child, 'data'), over]);
    const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * 250);
    expect(await over).toBe('SIGKILL');
    clearTimeout(timer);
  }
  const reader = expectValue(openLedgerForReading(join(folder, 'runs.mizan')));
  const begun = listRuns(reader, { topOnly: true, cursor: null, limit: 1 }).total;
  reader.close();
  expect(begun).toBeGreaterThan(0);
  expect(await ended(start(folder, begun))).toBeNull();
  const ids = Array.from({ length: begun }, (_, index) => `run-${index + 1}`);
  const calledAgain = checkNothingTwice(folder, ids);
  process.stdout.write(
    `killed ${kills} times at random moments of ${begun} runs: 0 effects repeated, 0 lost, 0 second children; ` +
      `${calledAgain} effects called again by their key\n`,
  );
}, 7_200_000);
