import { z } from 'zod';
import type { Json, JsonObject } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';

/** A snapshot of more text than this is refused: 8 Mi characters. */
export const maxSnapshotCharacters = 8_388_608;

const jsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject>;

const launchIntent = z.strictObject({
  execution_id: z.string(),
  machine: z.string(),
  input: jsonObject,
  launched: z.boolean(),
});
/** A machine that is to be started exactly once (seed 003, 3.3). */
export type LaunchIntent = Readonly<z.output<typeof launchIntent>>;

const machineSnapshot = z.strictObject({
  execution_id: z.string(),
  machine_name: z.string(),
  spec_version: z.string(),
  current_state: z.string(),
  context: jsonObject,
  step: z.int().nonnegative(),
  created_at: z.string(),
  event: z.string().optional(),
  output: jsonObject.optional(),
  total_api_calls: z.int().nonnegative().optional(),
  total_cost: z.number().nonnegative().optional(),
  parent_execution_id: z.string().optional(),
  pending_launches: z.array(launchIntent).optional(),
});

/**
 * The wire format of a checkpoint (seed 003, 3.2). `current_state` is the state that comes next; `step` counts the
 * finished ones.
 */
export type MachineSnapshot = Readonly<z.output<typeof machineSnapshot>>;

/** Checks what came from a store. Error: `checkpoint-damaged`. */
export function readSnapshot(value: Json, place: string): Result<MachineSnapshot> {
  const parsed = machineSnapshot.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const what = `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
  return fail('checkpoint-damaged', `The checkpoint does not have the shape of a snapshot: ${what}`, place);
}
