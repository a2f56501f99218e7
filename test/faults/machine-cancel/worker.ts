/**
 * Starts the run `root`, which parks with the runs it called at two gates, and cancels it. Arguments: ledger, and
 * optionally the number of the cancelled run after which this process kills itself.
 */
import type { Json } from '../../../core/canonical/index.ts';
import { openLedger } from '../../../core/ledger/index.ts';
import { loadMachineData, readNothing } from '../../../core/machine/index.ts';
import { LedgerRuns, templateEngine } from '../../../core/runs/index.ts';
import { projections } from '../../../core/working-ledger/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';

const [path = '', kill = ''] = process.argv.slice(2);

function must<T>(result: { ok: true; value: T } | { ok: false; problem: { code: string; message: string } }): T {
  if (result.ok) return result.value;
  throw new Error(`${result.problem.code}: ${result.problem.message}`);
}

const wrap = (name: string, states: Json, machines: Record<string, Json> = {}): Json => ({
  spec: 'flatmachine',
  spec_version: '0.7.7',
  data: { name, states, machines },
});
const asks = wrap('asks', {
  ask: { action: 'human_gate', input: { title: 'Go on?', tool: 'effect' }, transitions: [{ to: 'work' }] },
  work: { agent: 'effect', transitions: [{ to: 'end' }] },
  end: { type: 'final' },
});
const calls = wrap(
  'calls',
  { call: { machine: 'asks', transitions: [{ to: 'end' }] }, end: { type: 'final' } },
  { asks },
);
const family = wrap(
  'family',
  { both: { machine: ['calls', 'asks'], transitions: [{ to: 'end' }] }, end: { type: 'final' } },
  { calls, asks },
);

const ledger = must(openLedger(path, { projections, clock: systemClock, random: systemRandom, create: true }));
let cancelled = 0;
const runs = new LedgerRuns({
  ledger,
  clock: systemClock,
  random: systemRandom,
  agents: {
    find: () => () => {
      throw new Error('no step may be taken');
    },
  },
  hooks: {},
  notice: ({ point }) => {
    if (point !== 'cancel-committed') return;
    cancelled += 1;
    if (`${cancelled}` === kill) process.kill(process.pid, 'SIGKILL');
  },
  leaseMs: 60,
});
const definition = must(
  await loadMachineData('family', family, { templates: await templateEngine(), read: readNothing }),
);
const begun = await runs.start(definition, {}, 'root');
if (!begun.ok && begun.problem.code !== 'run-exists') must(begun);
// A killed process holds its lease for a moment; the next one asks until it is its turn.
while (!must(await runs.cancel('root')).stopped) await new Promise((resolve) => setTimeout(resolve, 10));
ledger.close();
