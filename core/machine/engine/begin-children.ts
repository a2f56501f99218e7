import type { MachineDefinition } from '../config/definition.ts';
import { done, failed, type Outcome } from '../machine-error.ts';
import type { RunRecord } from '../ports.ts';
import type { LaunchIntent } from '../snapshot.ts';
import { type Beginning, begin } from './beginning.ts';
import type { PlannedChild } from './children.ts';
import type { MachineRuntime } from './runtime.ts';

/** First records and checkpoints of the runs that `parent` calls or launches. Errors: `max_depth`, those of `begin`. */
export async function beginChildren(
  runtime: MachineRuntime,
  definition: MachineDefinition,
  parent: RunRecord,
  planned: readonly PlannedChild[],
  id: (index: number) => string,
): Promise<Outcome<Beginning[]>> {
  if (planned.length > 0 && parent.depth + 1 > definition.maxDepth) {
    return failed('max_depth', `Machines call each other deeper than ${definition.maxDepth}`, false);
  }
  const children: Beginning[] = [];
  for (const [index, child] of planned.entries()) {
    const of = { executionId: id(index), input: child.input, parent, name: child.machine };
    const beginning = await begin(runtime, machineNamed(definition, child.machine), of);
    if (!beginning.ok) return beginning;
    children.push(beginning.value);
  }
  return done(children);
}

/** One of the machines of a machine; the name was checked when it was loaded. */
export function machineNamed(definition: MachineDefinition, name: string): MachineDefinition {
  const machine = definition.machines.get(name);
  if (machine === undefined) throw new Error(`bug: the machine ${name} was not loaded`);
  return machine;
}

/** The promise that a child which was begun will be started. */
export function intentOf(child: Beginning): LaunchIntent {
  const { execution_id, machine_path, input } = child.record;
  return { execution_id, machine: machine_path.at(-1) ?? '', input, launched: false };
}
