/** Fights for the run `run-1` with others until it is done. Arguments: ledger, name. */
import { openLedger } from '../../../core/ledger/index.ts';
import { loadMachineData, readNothing } from '../../../core/machine/index.ts';
import { LedgerRuns, templateEngine } from '../../../core/runs/index.ts';
import { projections } from '../../../core/working-ledger/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import { fightMachine, leaseMs } from './machine.ts';

const [path = ''] = process.argv.slice(2);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const opened = openLedger(path, { projections, clock: systemClock, random: systemRandom, busyTimeout: 60_000 });
if (!opened.ok) throw new Error(opened.problem.message);
const ledger = opened.value;
const runs = new LedgerRuns({
  ledger,
  clock: systemClock,
  random: systemRandom,
  agents: {
    find: () => async () => {
      await pause(15);
      return { output: 1 };
    },
  },
  hooks: {},
  notice: () => undefined,
  leaseMs,
});
const definition = await loadMachineData('fight', fightMachine, {
  templates: await templateEngine(),
  read: readNothing,
});
if (!definition.ok) throw new Error(definition.problem.message);
process.stdout.write('ready\n');

const expected = ['run-busy', 'run-exists', 'lock-lost', 'run-unknown'];
for (;;) {
  const started = await runs.start(definition.value, {}, 'run-1');
  const result = started.ok ? started : await runs.resume('run-1');
  if (result.ok && result.value.status === 'done') break;
  if (!result.ok && !expected.includes(result.problem.code)) throw new Error(JSON.stringify(result.problem));
  await pause(20);
}
ledger.close();
