import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { auditLedger, type LedgerReader, openLedger, openLedgerForReading } from '../../core/ledger/index.ts';
import { systemRandom } from '../../core/world/index.ts';
import { endOf } from '../fixture/audit.ts';
import {
  expectProblem,
  expectValue,
  handClock,
  noteDraft,
  temporaryFolder,
  temporaryLedger,
} from '../fixture/ledger.ts';
import { tamper } from '../fixture/tamper.ts';

const migrations = join(import.meta.dirname, '../../migrations');
const actor = { kind: 'human', id: 'tester' } as const;
const large = 'x'.repeat(20_000);

/** A ledger of the schema before, with bodies whose names are not in the order of their list, and one redacted. */
function olderLedger() {
  const olderFolder = temporaryFolder();
  for (const file of readdirSync(migrations).filter((name) => name < '0010')) {
    copyFileSync(join(migrations, file), join(olderFolder, file));
  }
  const older = temporaryLedger({ migrationFolder: olderFolder });
  for (let number = 1; number <= 30; number += 1) {
    const payloads = [
      { name: 'log', mediaType: 'text/plain', body: `log ${number}` },
      { name: 'diff', mediaType: 'text/plain', body: number % 10 === 0 ? large : `diff ${number}` },
      { name: 'a "quoted" näme', mediaType: 'text/plain', body: `name ${number}` },
    ];
    expectValue(older.append([noteDraft(`${number}`, { payloads: number % 3 === 0 ? payloads : [] })]));
  }
  expectValue(older.redact({ seq: 9, name: 'log', reason: 'private', actor }));
  const root = older.root();
  older.close();
  return { path: older.path, root };
}

const audit = (path: string) => endOf(expectValue(auditLedger(path, { publicKeys: [], clock: handClock() })));

function textOf(reader: LedgerReader, seq: number, name: string): string {
  const body = expectValue(reader.body(seq, name));
  return body.state === 'present' ? new TextDecoder().decode(body.body) : body.reason;
}

function bodiesOf(reader: LedgerReader): readonly string[] {
  const seqs = Array.from({ length: 10 }, (_, index) => 3 * (index + 1));
  return seqs.flatMap((seq) => ['log', 'diff', 'a "quoted" näme'].map((name) => textOf(reader, seq, name)));
}

it('keeps every body of an older ledger in its place, and reads and audits one that is not brought up to date', () => {
  const { path, root } = olderLedger();
  const sound = { ok: true, events: 32, payloads: 29, redacted: 1, root };
  expect(audit(path)).toMatchObject(sound);
  const reader = expectValue(openLedgerForReading(path, { acceptOlder: true }));
  const before = bodiesOf(reader);
  reader.close();
  expect(before.slice(6, 9)).toEqual(['private', 'diff 9', 'name 9']);

  const newer = temporaryLedger({ path });
  expect(newer.root()).toBe(root);
  expect(bodiesOf(newer)).toEqual(before);
  expect(textOf(newer, 30, 'diff')).toBe(large);
  const row = z.object({ place: z.number(), seq: z.number(), name: z.string() });
  expect(newer.select('SELECT place, seq, name FROM payload WHERE seq = 6 ORDER BY place', [], row)).toEqual([
    { place: 6 * 1048576, seq: 6, name: 'log' },
    { place: 6 * 1048576 + 1, seq: 6, name: 'diff' },
    { place: 6 * 1048576 + 2, seq: 6, name: 'a "quoted" näme' },
  ]);
  expect(audit(path)).toMatchObject(sound);
  expectValue(newer.redact({ seq: 6, name: 'diff', reason: 'private too', actor }));
  expectValue(newer.append([noteDraft('new', { payloads: [{ name: 'b', mediaType: 'text/plain', body: 'new' }] })]));
  expect(textOf(newer, 33, 'b')).toBe('new');
  expect(audit(path)).toMatchObject({ ok: true, events: 34, payloads: 29, redacted: 2 });
});

it.each([
  [`UPDATE payload SET body = x'00' WHERE seq = 12 AND name = 'log'`, 'payload-altered', 12],
  [`UPDATE payload SET name = 'else' WHERE seq = 12 AND name = 'log'`, 'payload-missing', 12],
  [`DELETE FROM payload WHERE seq = 12 AND name = 'log'`, 'payload-missing', 12],
  [`INSERT INTO payload VALUES (12, 'more', x'00', x'00')`, 'payload-extra', 0],
  [`INSERT INTO payload VALUES (13, 'more', x'00', x'00')`, 'payload-extra', 0],
  [`UPDATE payload SET salt = NULL, body = NULL WHERE seq = 12 AND name = 'log'`, 'payload-missing', 12],
])('hides nothing that was done to bodies before: %s', (sql, code, seq) => {
  const { path } = olderLedger();
  tamper(path, (database) => database.exec(sql));
  const found = audit(path).firstBad;
  expect(found).toMatchObject({ code, seq });
  temporaryLedger({ path }).close();
  expect(audit(path).firstBad).toEqual(found);
});

it('says that an event of an older ledger is damaged, whatever stands in its place', () => {
  const { path } = olderLedger();
  const nonsense = JSON.stringify({ payloads: [1, { name: 2 }, ['log'], { name: { log: 1 } }] });
  tamper(path, (database) => {
    database.prepare('UPDATE event SET canonical = CAST(? AS BLOB) WHERE seq = 9').run(nonsense);
    database.exec(`UPDATE event SET canonical = CAST('{"payloads":{"log":1}}' AS BLOB) WHERE seq = 12`);
  });
  const options = { projections: [], clock: handClock(), random: systemRandom };
  expect(expectProblem(openLedger(path, options)).code).toBe('event-damaged');
  expect(audit(path).firstBad).toMatchObject({ code: 'event-altered', seq: 9 });
});
