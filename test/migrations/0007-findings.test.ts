import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingsProjection, listRules } from '../../core/contracts/index.ts';
import { openLedgerForReading } from '../../core/ledger/index.ts';
import { expectValue, handClock, noteDraft, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';

const migrations = join(import.meta.dirname, '../../migrations');

it('gives an older ledger its table of findings, and leaves the history as it is', () => {
  const olderFolder = temporaryFolder();
  for (const file of ['0001-ledger.sql', '0002-work-and-agents.sql', '0003-gates.sql', '0004-machines.sql']) {
    copyFileSync(join(migrations, file), join(olderFolder, file));
  }
  const clock = handClock();
  const path = join(temporaryFolder(), 'older.mizan');
  const older = temporaryLedger({ path, clock, migrationFolder: olderFolder });
  expectValue(older.append([noteDraft('before')]));
  expect(() => listRules(older)).toThrow('no such table: work_findings');
  const root = older.root();

  const newer = temporaryLedger({ path, clock, projections: [findingsProjection] });
  expect(listRules(newer).rows.every(({ found }) => found === 0)).toBe(true);
  expect(newer.root()).toBe(root);
  const reader = expectValue(openLedgerForReading(path));
  expect(listRules(reader).rows.length).toBeGreaterThan(20);
  reader.close();
});
