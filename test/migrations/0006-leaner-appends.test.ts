import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditLedger, compareProjections } from '../../core/ledger/index.ts';
import { endOf } from '../fixture/audit.ts';
import { expectValue, handClock, noteDraft, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';

const migrations = join(import.meta.dirname, '../../migrations');

it('gives an older ledger its index over blocks, and keeps bodies, redactions and the tree', () => {
  const olderFolder = temporaryFolder();
  const files = [
    '0001-ledger.sql',
    '0002-work-and-agents.sql',
    '0003-gates.sql',
    '0004-machines.sql',
    '0005-taken-ways.sql',
  ];
  for (const file of files) copyFileSync(join(migrations, file), join(olderFolder, file));
  const path = join(temporaryFolder(), 'older.mizan');
  const older = temporaryLedger({ path, migrationFolder: olderFolder });
  const large = 'x'.repeat(20_000);
  for (let number = 1; number <= 150; number += 1) {
    const payloads = [
      { name: 'log', mediaType: 'text/plain', body: `body ${number}` },
      { name: 'diff', mediaType: 'text/plain', body: large },
    ];
    expectValue(older.append([noteDraft(`${number}`, { subject: `note:${number % 3}`, payloads })]));
  }
  const actor = { kind: 'human', id: 'tester' } as const;
  expectValue(older.redact({ seq: 7, name: 'log', reason: 'private', actor }));
  const root = older.root();
  older.close();

  const newer = temporaryLedger({ path });
  expect(newer.root()).toBe(root);
  expect(newer.count({ subject: 'note:1' })).toBe(50);
  expect(expectValue(newer.body(7, 'log'))).toMatchObject({ state: 'redacted', reason: 'private' });
  const body = expectValue(newer.body(150, 'diff'));
  expect(body.state === 'present' && new TextDecoder().decode(body.body)).toBe(large);
  expectValue(newer.redact({ seq: 9, name: 'log', reason: 'private too', actor }));
  expect(expectValue(endOf(compareProjections(path, { projections: [] }))).differing).toEqual([]);
  const report = endOf(expectValue(auditLedger(path, { publicKeys: [], clock: handClock() })));
  expect(report).toMatchObject({ ok: true, payloads: 298, redacted: 2 });
});
