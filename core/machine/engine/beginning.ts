import type { JsonObject } from '../../canonical/index.ts';
import { isoTime } from '../../world/index.ts';
import type { MachineDefinition } from '../config/definition.ts';
import type { Context } from '../hooks.ts';
import { done, errorOf, type Outcome, problemOutcome } from '../machine-error.ts';
import { plainObject } from '../plain-json.ts';
import type { RunRecord } from '../ports.ts';
import type { MachineSnapshot } from '../snapshot.ts';
import type { MachineRuntime } from './runtime.ts';

/** A run that nobody has worked on yet: its record and its first checkpoint. */
export interface Beginning {
  readonly definition: MachineDefinition;
  readonly record: RunRecord;
  readonly snapshot: MachineSnapshot;
}

export interface BeginningOf {
  readonly executionId: string;
  readonly input: JsonObject;
  readonly parent: RunRecord | null;
  /** Name in the parent's `machines`. */
  readonly name: string | null;
}

/** Where the checkpoint of a step is kept. Zeros in front make the order of the keys the order of the steps (M10). */
export function checkpointKey(executionId: string, step: number): string {
  return `${executionId}/${String(step).padStart(10, '0')}`;
}

/** Makes the first checkpoint: the context rendered from the input, then changed by `onMachineStart`. */
export async function begin(
  runtime: MachineRuntime,
  definition: MachineDefinition,
  of: BeginningOf,
): Promise<Outcome<Beginning>> {
  const { executionId, input, parent, name } = of;
  const rendered = runtime.templates.render(definition.context, { context: {}, input });
  if (!rendered.ok) return problemOutcome(rendered.problem);
  const context = await startHook(runtime, rendered.value as JsonObject);
  if (!context.ok) return context;
  const createdAt = isoTime(runtime.clock.now());
  return done({
    definition,
    record: {
      execution_id: executionId,
      machine_name: definition.name,
      digest: definition.digest,
      machine_path: parent === null || name === null ? [] : [...parent.machine_path, name],
      input,
      status: 'running',
      parent_execution_id: parent?.execution_id ?? null,
      depth: parent === null ? 0 : parent.depth + 1,
      created_at: createdAt,
      waiting_for: null,
      error: null,
    },
    snapshot: {
      execution_id: executionId,
      machine_name: definition.name,
      spec_version: definition.specVersion,
      current_state: definition.initial,
      context: context.value,
      step: 0,
      created_at: createdAt,
      event: 'machine_start',
      total_api_calls: 0,
      total_cost: 0,
      ...(parent === null ? {} : { parent_execution_id: parent.execution_id }),
    },
  });
}

async function startHook(runtime: MachineRuntime, context: JsonObject): Promise<Outcome<JsonObject>> {
  const { onMachineStart } = runtime.hooks;
  if (onMachineStart === undefined) return done(context);
  const copy = structuredClone(context) as Context;
  try {
    const changed = plainObject((await onMachineStart.call(runtime.hooks, copy)) ?? copy, 'The context');
    return changed.ok ? done(changed.value) : problemOutcome(changed.problem);
  } catch (thrown) {
    return { ok: false, error: errorOf(thrown) };
  }
}
