import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLedgerForReading } from '../../core/ledger/index.ts';
import { findGate, gateProjection } from '../../core/review/index.ts';
import { openGate } from '../fixture/gates.ts';
import { expectValue, handClock, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';

const migrations = join(import.meta.dirname, '../../migrations');

it('gives an older ledger its tables of gates, filled from the events it has', () => {
  const olderFolder = temporaryFolder();
  for (const file of ['0001-ledger.sql', '0002-work-and-agents.sql']) {
    copyFileSync(join(migrations, file), join(olderFolder, file));
  }
  const clock = handClock();
  const path = join(temporaryFolder(), 'older.mizan');
  const older = temporaryLedger({ path, clock, migrationFolder: olderFolder });
  const gate = openGate(older, clock);
  expect(() => findGate(older, gate.gateId, clock)).toThrow('no such table: gate');
  const root = older.root();

  const newer = temporaryLedger({ path, clock, projections: [gateProjection] });
  expect(findGate(newer, gate.gateId, clock)).toMatchObject({ gateId: gate.gateId, state: 'pending' });
  expect(newer.root()).toBe(root);
  const reader = expectValue(openLedgerForReading(path));
  expect(findGate(reader, gate.gateId, clock)?.gateId).toBe(gate.gateId);
  reader.close();
});
