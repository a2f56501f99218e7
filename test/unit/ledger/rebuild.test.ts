import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compareProjections, openLedger, type Projection, rebuildProjections } from '../../../core/ledger/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import { endOf } from '../../fixture/audit.ts';
import { expectProblem, expectValue, noteDraft, temporaryFolder, temporaryLedger } from '../../fixture/ledger.ts';

const migrations = join(import.meta.dirname, '../../../migrations');

/** A view of its own: the newest text of each subject, and how many there were. */
const latest: Projection = {
  name: 'latest',
  tables: ['latest_text'],
  apply({ subject, data }, tables) {
    if (typeof data.text !== 'string') return;
    const sql = `INSERT INTO latest_text VALUES (?, ?, 1)
      ON CONFLICT DO UPDATE SET text = excluded.text, number = number + 1`;
    tables.run(sql, [subject, data.text]);
  },
};

function viewed() {
  const migrationFolder = temporaryFolder();
  copyFileSync(join(migrations, '0001-ledger.sql'), join(migrationFolder, '0001-ledger.sql'));
  const sql = 'CREATE TABLE latest_text (subject TEXT PRIMARY KEY, text TEXT, number REAL) STRICT;';
  writeFileSync(join(migrationFolder, '0002-latest.sql'), sql);
  const options = { projections: [latest], clock: systemClock, random: systemRandom, migrationFolder };
  const ledger = temporaryLedger(options);
  const drafts = Array.from({ length: 450 }, (_, at) => noteDraft(`text ${at}`, { subject: `note:${at % 40}` }));
  expectValue(ledger.append(drafts));
  return { ledger, path: ledger.path, options };
}

const cancelled = { ok: false, problem: { code: 'cancelled', message: 'Cancelled' } } as const;

function change(path: string, sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

test('a rebuild of untouched views changes nothing', () => {
  const { path, options } = viewed();
  expect(expectValue(endOf(compareProjections(path, options)))).toEqual({ events: 451, differing: [] });
  expect(expectValue(endOf(rebuildProjections(path, options)))).toEqual({ events: 451, differing: [] });
});

test.each([
  `UPDATE latest_text SET text = 'forged' WHERE subject = 'note:7'`,
  `DELETE FROM latest_text WHERE subject = 'note:7'`,
  `INSERT INTO latest_text VALUES ('note:99', 'forged', 1)`,
])('a view that was changed is found and made again: %s', (sql) => {
  const { ledger, path, options } = viewed();
  const row = z.object({ subject: z.string(), text: z.string(), number: z.number() });
  const before = ledger.select('SELECT * FROM latest_text ORDER BY subject', [], row);
  change(path, sql);
  expect(expectValue(endOf(compareProjections(path, options))).differing).toEqual(['latest_text']);
  expect(expectValue(endOf(rebuildProjections(path, options))).differing).toEqual(['latest_text']);
  expect(ledger.select('SELECT * FROM latest_text ORDER BY subject', [], row)).toEqual(before);
  expect(expectValue(endOf(compareProjections(path, options))).differing).toEqual([]);
});

test('a rebuild that is cancelled has changed nothing', () => {
  const { ledger, path, options } = viewed();
  const steps = rebuildProjections(path, options);
  expect(steps.next().value).toEqual({ done: 200, total: 451 });
  steps.return(cancelled);
  const count = z.object({ number: z.number() });
  expect(ledger.select('SELECT count(*) AS number FROM latest_text', [], count)).toEqual([{ number: 40 }]);
  expectValue(ledger.append([noteDraft('still open for business')]));
});

test('a projection that throws undoes the append', () => {
  const { path, options } = viewed();
  const bad: Projection = {
    ...latest,
    apply(event, tables) {
      latest.apply(event, tables);
      if (event.data.text === 'bad') throw new Error('bug in a view');
    },
  };
  const ledger = expectValue(openLedger(path, { ...options, projections: [bad] }));
  expect(() => ledger.append([noteDraft('good'), noteDraft('bad')])).toThrow('bug in a view');
  expect(ledger.size()).toBe(451);
  expectValue(ledger.append([noteDraft('good')]));
  expect(ledger.size()).toBe(452);
  ledger.close();
  expect(expectValue(endOf(compareProjections(path, options))).differing).toEqual([]);
});

test('views of an older schema cannot be compared', () => {
  const { options } = viewed();
  const older = temporaryFolder();
  copyFileSync(join(migrations, '0001-ledger.sql'), join(older, '0001-ledger.sql'));
  const ledger = temporaryLedger({ migrationFolder: older });
  ledger.close();
  expect(expectProblem(endOf(compareProjections(ledger.path, options))).code).toBe('ledger-older');
});
