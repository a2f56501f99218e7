/** Certifies the books of the machine room and compares their model with the engine on generated machines. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../../../core/canonical/index.ts';
import { FlatMachine, loadMachineData, readNothing, VirtualTime } from '../../../core/machine/index.ts';
import { templateEngine } from '../../../core/runs/index.ts';
import { createMemoryRecords, createRunStore } from '../../../core/stores/index.ts';
import { systemRandom } from '../../../core/world/index.ts';
import { quiet, runAcl2 } from '../acl2.ts';
import { printLisp } from '../lisp.ts';
import { expectedLisp, generateMachine, keys } from './generated.ts';

export const machineBooks = fileURLToPath(new URL('../../../core/machine/acl2/', import.meta.url));

/** Names of the books, each after what it includes. */
export const machineBookNames = [
  'machine',
  'progress',
  'determinism',
  'resume',
  'mutex',
  'outbox',
  'outbox-resume',
] as const;

export interface MachineAgreement {
  readonly compared: number;
  readonly different: number;
  readonly output: string;
}

/** What the engine makes of a generated machine, as a case for the model. */
async function caseOf(seed: number): Promise<string> {
  const { config, model, maxSteps } = generateMachine(seed);
  const templates = await templateEngine();
  const definition = await loadMachineData('generated', config, { templates, read: readNothing });
  if (!definition.ok) throw new Error(`machine ${seed}: ${definition.problem.message}`);
  const time = new VirtualTime(0);
  const store = createRunStore(createMemoryRecords(), time, time);
  const machine = new FlatMachine(definition.value, {
    store,
    templates,
    agents: { find: () => undefined },
    hooks: {},
    clock: time,
    random: systemRandom,
    timers: time,
    owner: 'proof',
    leaseMs: 3_600_000,
    maxParallel: 1,
    notice: () => undefined,
  });
  const result = await machine.execute({}, { executionId: 'run' });
  const key = await store.newestCheckpoint('run');
  if (!result.ok || !key.ok || key.value === null) throw new Error(`machine ${seed} did not run`);
  const snapshot = await store.persistence.load(key.value);
  if (!snapshot.ok || snapshot.value === null) throw new Error(`machine ${seed} has no checkpoint`);
  const { current_state: state, step, context } = snapshot.value;
  const values = Object.fromEntries(keys.map((name): [string, Json] => [name, context[name] ?? null]));
  const end = result.value;
  if (end.status !== 'done' && end.status !== 'error') throw new Error(`machine ${seed} is ${end.status}`);
  const status = end.status === 'error' && end.error.type === 'max_steps' ? 'max-steps' : end.status;
  return printLisp([...model, maxSteps, expectedLisp(status, state, step, values)]);
}

/** Needs the certified book `machine` in the folder. */
export async function compareMachines(folder: string, count: number): Promise<MachineAgreement> {
  const cases: string[] = [];
  for (let seed = 1; seed <= count; seed += 1) cases.push(await caseOf(seed));
  writeFileSync(join(folder, 'machine-cases'), `${cases.join('\n')}\n`, 'latin1');
  const output = await runAcl2(folder, [
    quiet,
    '(include-book "machine")',
    '(ld "agreement.lsp")',
    '(compare-machines "machine-cases" state)',
  ]);
  const counted = /COMPARED (\d+) DIFFERENT (\d+)/.exec(output);
  const different = Number(counted?.[2] ?? 0);
  return {
    compared: Number(counted?.[1] ?? 0),
    different,
    output: counted === null || different > 0 ? output.slice(-4_000) : '',
  };
}
