import type { Json } from '../canonical/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import {
  loadBundle,
  type MachineBundle,
  type MachineDefinition,
  type RunRecord,
  type TemplateEngine,
} from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { type RecordStore, readLedgerRecord } from '../stores/index.ts';

function keyOf(digest: string): string {
  return `machines/${digest.replace(':', '-')}`;
}

/** Keeps a machine beside its runs, once, so that they can be resumed without its files. */
export async function storeMachine(records: RecordStore, definition: MachineDefinition): Promise<Result<void>> {
  const key = keyOf(definition.digest);
  const known = await records.read(key);
  if (!known.ok) return known;
  if (known.value !== null) return ok(undefined);
  const stored = await records.commit({
    writes: [{ key, value: definition.bundle as unknown as Json }],
    conditions: [{ key, matches: null }],
    events: [
      {
        type: 'machine.stored',
        subject: `machine:${definition.name}`,
        data: { machine: definition.name, digest: definition.digest },
      },
    ],
  });
  return !stored.ok && stored.problem.code === 'condition-failed' ? ok(undefined) : stored;
}

/**
 * The machine of a run, as it was when the run was started. Errors: `run-unknown`, `machine-unknown`,
 * `machine-changed`.
 */
export async function storedMachineOf(
  reader: LedgerReader,
  executionId: string,
  templates: TemplateEngine,
): Promise<Result<MachineDefinition>> {
  const run = readLedgerRecord(reader, `runs/${executionId}`);
  if (!run.ok) return run;
  if (run.value === null) return fail('run-unknown', `There is no run ${executionId}`, executionId);
  const { digest, machine_path: path } = run.value as unknown as RunRecord;
  const root = await storedMachine({ read: async (key) => readLedgerRecord(reader, key) }, digest, templates);
  if (!root.ok) return root;
  const found = path.reduce<MachineDefinition | undefined>((at, name) => at?.machines.get(name), root.value);
  return found === undefined ? fail('machine-changed', `The machine has no ${path.join(' / ')}`, digest) : ok(found);
}

/** The machine with this digest. Errors: `machine-unknown`, `machine-changed` when its record was altered. */
export async function storedMachine(
  records: Pick<RecordStore, 'read'>,
  digest: string,
  templates: TemplateEngine,
): Promise<Result<MachineDefinition>> {
  const bundle = await records.read(keyOf(digest));
  if (!bundle.ok) return bundle;
  if (bundle.value === null) return fail('machine-unknown', `There is no machine ${digest} in this store`, digest);
  const definition = await loadBundle(bundle.value as unknown as MachineBundle, templates);
  if (!definition.ok || definition.value.digest === digest) return definition;
  return fail('machine-changed', 'The kept machine is not the one that the run was started with', digest);
}
