import type { Json, JsonObject } from '../../canonical/index.ts';
import type { Context, MachineHooks } from '../hooks.ts';
import { done, errorOf, failed, type MachineError, type Outcome, problemOutcome } from '../machine-error.ts';
import { plainJson, plainObject } from '../plain-json.ts';

/** Calls hooks with copies and checks what they give back. What a hook throws is an outcome like any other (M11). */

async function guarded<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (thrown) {
    return { ok: false, error: errorOf(thrown) };
  }
}

function objectOutcome(value: unknown, what: string): Outcome<JsonObject> {
  const checked = plainObject(value, what);
  return checked.ok ? done(checked.value) : problemOutcome(checked.problem);
}

/**
 * The context to enter the state with: what `onStateEnter` gives back, else the copy it may have changed (M11). A
 * context that is no JSON object is an error outcome.
 */
export async function stateEntered(
  hooks: MachineHooks,
  state: string,
  context: JsonObject,
): Promise<Outcome<JsonObject>> {
  if (hooks.onStateEnter === undefined) return done(context);
  const copy = structuredClone(context) as Context;
  return guarded(async () => objectOutcome((await hooks.onStateEnter?.(state, copy)) ?? copy, 'The context'));
}

/**
 * The output to leave the state with: what `onStateExit` gives back, else the output as it was (M11). One that is no
 * JSON is an error outcome.
 */
export async function stateExited(
  hooks: MachineHooks,
  state: string,
  context: JsonObject,
  output: Json,
): Promise<Outcome<Json>> {
  if (hooks.onStateExit === undefined) return done(output);
  return guarded(async () => {
    const changed = await hooks.onStateExit?.(state, structuredClone(context) as Context, structuredClone(output));
    if (changed === undefined) return done(output);
    const checked = plainJson(changed);
    return checked.ok ? done(checked.value) : problemOutcome(checked.problem);
  });
}

/**
 * The state to go to: what `onTransition` names, else `to` (M11). Whether there is such a state is checked by the
 * caller.
 */
export async function transitioned(
  hooks: MachineHooks,
  from: string,
  to: string,
  context: JsonObject,
): Promise<Outcome<string>> {
  if (hooks.onTransition === undefined) return done(to);
  return guarded(async () => done((await hooks.onTransition?.(from, to, structuredClone(context) as Context)) ?? to));
}

/** The output to end with: what `onMachineEnd` gives back, else the copy it may have changed (M11). */
export async function machineEnded(
  hooks: MachineHooks,
  context: JsonObject,
  output: JsonObject,
): Promise<Outcome<JsonObject>> {
  if (hooks.onMachineEnd === undefined) return done(output);
  return guarded(async () => {
    const copy = structuredClone(output);
    return objectOutcome((await hooks.onMachineEnd?.(structuredClone(context) as Context, copy)) ?? copy, 'The output');
  });
}

/** The state `onError` wants, or null to let `on_error` decide. */
export async function recoveryState(
  hooks: MachineHooks,
  state: string,
  error: MachineError,
  context: JsonObject,
): Promise<Outcome<string | null>> {
  if (hooks.onError === undefined) return done(null);
  const shown = { name: error.type, message: error.message };
  return guarded(async () => done((await hooks.onError?.(state, shown, structuredClone(context) as Context)) ?? null));
}

/** Names are checked where they are used, because a hook may answer anything. */
export function unknownState(name: string): Outcome<never> {
  return failed('unknown_state', `There is no state ${JSON.stringify(name)}`, false);
}
