/**
 * Starts or resumes the runs `run-1` … `run-N` of the crash machine, one after the other, deciding their gates.
 * Arguments: ledger, folder of effects, N, and optionally `point:count`: the notice at which this process kills itself.
 *
 * The effects are outside the store. Every call is one line `key committed-step` in the file `calls`, written before
 * anything else; the effect itself is a file named after the key, which can be made once: the idempotency table of the
 * service that is called.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '../../../core/ledger/index.ts';
import { loadMachineData, MachineFailure, readNothing, systemTimers } from '../../../core/machine/index.ts';
import { decideGate, enrolReviewer, rosterOf, signerFromSeed } from '../../../core/review/index.ts';
import { LedgerRuns, templateEngine } from '../../../core/runs/index.ts';
import { createLedgerRecords, createRunStore } from '../../../core/stores/index.ts';
import { projections } from '../../../core/working-ledger/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import { crashMachine } from './machine.ts';

const [path = '', effects = '', count = '1', kill = ''] = process.argv.slice(2);
const [killPoint = '', killCount = '1'] = kill.split(':');
mkdirSync(join(effects, 'done'), { recursive: true });

function must<T>(result: { ok: true; value: T } | { ok: false; problem: { code: string; message: string } }): T {
  if (result.ok) return result.value;
  throw new Error(`${result.problem.code}: ${result.problem.message}`);
}

const ledger = must(openLedger(path, { projections, clock: systemClock, random: systemRandom, create: true }));
const root = signerFromSeed('root', new Uint8Array(32).fill(7));
if (must(rosterOf(ledger, ledger.size())).size === 0) {
  must(enrolReviewer(ledger, { reviewerId: 'root', name: 'Root', role: 'ADMIN' }, root, null));
}

const store = createRunStore(createLedgerRecords(ledger), systemClock, systemTimers);
let passed = 0;
const runs = new LedgerRuns({
  ledger,
  clock: systemClock,
  random: systemRandom,
  agents: {
    find: () => async (call) => {
      const { idempotencyKey: key, executionId } = call;
      const newest = must(await store.newestCheckpoint(executionId));
      appendFileSync(join(effects, 'calls'), `${key} ${Number(newest?.split('/').at(-1))}\n`);
      try {
        writeFileSync(join(effects, 'done', encodeURIComponent(key)), '', { flag: 'wx' });
      } catch (thrown) {
        if ((thrown as { code?: unknown }).code !== 'EEXIST') throw thrown;
      }
      return { output: call.input.what ?? null };
    },
  },
  hooks: {
    onAction: (action, context, invocation) => {
      if (action !== 'note') throw new MachineFailure('unknown', action);
      const { executionId, idempotencyKey: key } = invocation;
      invocation.record({ type: 'fact.noted', subject: `run:${executionId}`, data: { key } });
      return context;
    },
  },
  notice: ({ point }) => {
    if (point !== killPoint) return;
    passed += 1;
    if (passed === Number(killCount)) process.kill(process.pid, 'SIGKILL');
  },
  leaseMs: 60,
});
const loaded = await loadMachineData('crash', crashMachine, { templates: await templateEngine(), read: readNothing });
const definition = must(loaded);

/** Resumes as soon as the lease of a killed process is over. */
async function resume(id: string): ReturnType<LedgerRuns['resume']> {
  for (;;) {
    const result = await runs.resume(id);
    if (result.ok || result.problem.code !== 'run-busy') return result;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function isDone(id: string): Promise<boolean> {
  return must(await store.run(id))?.status === 'done';
}

let first = 1;
while ((await isDone(`run-${first}`)) && (await isDone(`run-${first}.3l0`))) first += 1;
process.stdout.write('ready\n');

for (let index = first; index <= Number(count); index += 1) {
  const id = `run-${index}`;
  const begun = await runs.start(definition, {}, id);
  let result = !begun.ok && begun.problem.code === 'run-exists' ? must(await resume(id)) : must(begun);
  while (result.status === 'parked') {
    if (!result.waitingFor.startsWith('gate:')) throw new Error(`parked for ${result.waitingFor}`);
    const gateId = result.waitingFor.slice('gate:'.length);
    const [request] = ledger.page({ filter: { subject: `gate:${gateId}` }, limit: 1, direction: 'ascending' }).events;
    const digest = String(request?.data.action_digest);
    const decided = decideGate(
      ledger,
      { gateId, verb: 'approve', reason: '', digest, sectionsSeen: [] },
      root,
      systemClock,
    );
    if (!decided.ok && decided.problem.code !== 'gate-final') must(decided);
    result = must(await resume(id));
  }
  if (result.status !== 'done') throw new Error(`${id} ended ${JSON.stringify(result)}`);
  // A launched child may belong to a process that was killed just now.
  must(await resume(`${id}.3l0`));
}
process.stdout.write('finished\n');
ledger.close();
