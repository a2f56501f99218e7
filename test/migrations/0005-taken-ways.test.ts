import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getRun, LedgerRuns, runsProjection, waysProjection } from '../../core/runs/index.ts';
import { recordsProjection } from '../../core/stores/index.ts';
import { projections } from '../../core/working-ledger/index.ts';
import { countingRandom, expectValue, handClock, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';
import { load, machineOf } from '../unit/machine/harness.ts';

const migrations = join(import.meta.dirname, '../../migrations');

it('gives an older ledger the ways of its runs, filled from the events it has', async () => {
  const migrationFolder = temporaryFolder();
  for (const file of ['0001-ledger.sql', '0002-work-and-agents.sql', '0003-gates.sql', '0004-machines.sql']) {
    copyFileSync(join(migrations, file), join(migrationFolder, file));
  }
  const clock = handClock();
  const path = join(temporaryFolder(), 'older.mizan');
  const older = temporaryLedger({ path, clock, migrationFolder, projections: [recordsProjection, runsProjection] });
  const runs = new LedgerRuns({
    ledger: older,
    clock,
    random: countingRandom(1),
    agents: { find: () => undefined },
    hooks: {},
    notice: () => undefined,
  });
  const machine = machineOf({ a: { transitions: [{ to: 'b' }] }, b: { type: 'final' } });
  expectValue(await runs.start(await load(machine), {}, 'r1'));
  const root = older.root();
  expect(projections).toContain(waysProjection);

  const newer = temporaryLedger({ path, clock, projections });
  expect(expectValue(await getRun(newer, 'r1', clock)).taken).toMatchObject([
    { from: 'a', to: 'b', times: 1 },
    { from: 'b', to: 'b', times: 1 },
  ]);
  expect(newer.root()).toBe(root);
});
