import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { auditLedger, compareProjections } from '../../core/ledger/index.ts';
import { getRun, LedgerRuns, runsProjection, waysProjection } from '../../core/runs/index.ts';
import { recordsProjection } from '../../core/stores/index.ts';
import { projections } from '../../core/working-ledger/index.ts';
import { endOf } from '../fixture/audit.ts';
import { countingRandom, expectValue, handClock, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';
import { tamper } from '../fixture/tamper.ts';
import { load, machineOf } from '../unit/machine/harness.ts';

const migrations = join(import.meta.dirname, '../../migrations');
const counter = machineOf(
  {
    count: {
      output_to_context: { n: '{{ context.n + 1 }}' },
      transitions: [{ condition: 'context.n >= input.until', to: 'done' }, { to: 'count' }],
    },
    done: { type: 'final' },
  },
  { context: { n: 0 } },
);

it('counts the ways of an older ledger again, none of them twice', async () => {
  const olderFolder = temporaryFolder();
  for (const file of readdirSync(migrations).filter((name) => name < '0009')) {
    copyFileSync(join(migrations, file), join(olderFolder, file));
  }
  const clock = handClock();
  const path = join(temporaryFolder(), 'older.mizan');
  const older = temporaryLedger({
    path,
    clock,
    migrationFolder: olderFolder,
    projections: [recordsProjection, runsProjection, waysProjection],
  });
  const runsOf = (ledger: typeof older) =>
    new LedgerRuns({
      ledger,
      clock,
      random: countingRandom(1),
      agents: { find: () => undefined },
      hooks: {},
      notice: () => undefined,
    });
  expectValue(await runsOf(older).start(await load(counter), { until: 80 }, 'long'));
  const root = older.root();
  older.close();
  // As the Mizan of before kept them: every step at once.
  tamper(path, (database) =>
    database.exec(`DELETE FROM machine_ways;
      INSERT INTO machine_ways VALUES ('long', 'count', 'count', 0, 79, 79), ('long', 'count', 'done', 0, 1, 80),
        ('long', 'done', 'done', 0, 1, 81)`),
  );

  const newer = temporaryLedger({ path, clock, projections });
  expect(newer.root()).toBe(root);
  const taken = async (id: string) => expectValue(await getRun(newer, id, clock)).taken.map(({ times }) => times);
  expect(await taken('long')).toEqual([79, 1, 1]);
  expectValue(await runsOf(newer).start(await load(counter), { until: 100 }, 'next'));
  expect(await taken('long')).toEqual([79, 1, 1]);
  expect(await taken('next')).toEqual([99, 1, 1]);
  const stored = newer.select('SELECT times FROM machine_ways WHERE execution_id = ?', ['next'], z.object({}));
  expect(stored.length).toBeGreaterThan(0);
  expect(expectValue(endOf(compareProjections(path, { projections }))).differing).toEqual([]);
  const report = endOf(expectValue(auditLedger(path, { publicKeys: [], clock })));
  expect(report).toMatchObject({ ok: true, events: newer.size() });
});
