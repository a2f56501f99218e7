import type { Json, JsonObject } from '../../canonical/index.ts';
import { unreachable } from '../../problem/index.ts';
import type { MachineInvocation, StateDefinition } from '../config/definition.ts';
import { type Parked, park } from '../hooks.ts';
import { done, failed, type Outcome, problemOutcome } from '../machine-error.ts';
import type { Variables } from '../template/jinja.ts';
import type { TemplateEngine } from '../template/render.ts';
import type { ChildEnd } from './child-end.ts';

/** One child to be: which machine, with which input, and under which name its result is filed. */
export interface PlannedChild {
  readonly machine: string;
  readonly input: JsonObject;
  /** The item of a foreach, for its key. */
  readonly item: Json;
}

/** What the children of a `machine:` state get as input, in order (M7). */
export function planChildren(
  templates: TemplateEngine,
  invocation: MachineInvocation,
  state: StateDefinition,
  variables: Variables,
): Outcome<readonly PlannedChild[]> {
  const plan = (
    calls: readonly { name: string; input: JsonObject }[],
    item: Json,
    named: Variables,
  ): Outcome<PlannedChild[]> => {
    const children: PlannedChild[] = [];
    for (const call of calls) {
      const input = templates.render({ ...state.input, ...call.input }, named);
      if (!input.ok) return problemOutcome(input.problem);
      children.push({ machine: call.name, input: input.value as JsonObject, item });
    }
    return done(children);
  };
  switch (invocation.kind) {
    case 'one':
      return plan([invocation.call], null, variables);
    case 'list':
      return plan(invocation.calls, null, variables);
    case 'foreach': {
      const items = templates.render(invocation.items, variables);
      if (!items.ok) return problemOutcome(items.problem);
      if (!Array.isArray(items.value)) return failed('ForeachError', 'foreach needs a list', false);
      const children: PlannedChild[] = [];
      for (const item of items.value as readonly Json[]) {
        const planned = plan([invocation.call], item, { ...variables, [invocation.as]: item });
        if (!planned.ok) return planned;
        children.push(...planned.value);
      }
      return done(children);
    }
    default:
      return unreachable(invocation);
  }
}

/** Runs `count` pieces of work, at most `limit` at a time; with `any`, stops at the first success. */
export async function runAll(
  count: number,
  limit: number,
  mode: 'settled' | 'any',
  work: (index: number) => Promise<ChildEnd>,
  stopOthers: () => void,
): Promise<readonly (ChildEnd | undefined)[]> {
  const ends: (ChildEnd | undefined)[] = Array.from({ length: count });
  let next = 0;
  let won = false;
  const worker = async (): Promise<void> => {
    while (next < count && !won) {
      const index = next++;
      const end = await work(index);
      if (won) return;
      ends[index] = end;
      if (mode === 'any' && 'ok' in end && end.ok) {
        won = true;
        stopOthers();
      }
    }
  };
  const workers = Array.from({ length: Math.min(limit, count) }, worker);
  await Promise.all(workers);
  return ends;
}

/** The output of a `machine:` state from what its children ended with (M7). */
export function gatherChildren(
  templates: TemplateEngine,
  invocation: MachineInvocation,
  children: readonly PlannedChild[],
  ends: readonly (ChildEnd | undefined)[],
  variables: Variables,
): Outcome<Json | Parked> {
  const isAny = invocation.kind !== 'one' && invocation.mode === 'any' && children.length > 0;
  const first = isAny ? ends.findIndex((end) => end !== undefined && 'ok' in end && end.ok) : -1;
  if (first >= 0) {
    const [child, end] = [children.slice(first, first + 1), ends.slice(first, first + 1)];
    return gatherSettled(templates, invocation, child, end, variables, true);
  }
  const waiting = ends.find((end) => end !== undefined && 'parked' in end);
  if (waiting !== undefined && 'parked' in waiting) return done(park(waiting.parked));
  if (isAny) return noneSucceeded(children.length, ends[0]);
  return gatherSettled(templates, invocation, children, ends, variables, false);
}

function noneSucceeded(count: number, end: ChildEnd | undefined): Outcome<never> {
  const why = end !== undefined && 'ok' in end && !end.ok ? `: ${end.error.message}` : '';
  return failed('AllChildrenFailed', `None of ${count} machines succeeded${why}`);
}

function gatherSettled(
  templates: TemplateEngine,
  invocation: MachineInvocation,
  children: readonly PlannedChild[],
  ends: readonly (ChildEnd | undefined)[],
  variables: Variables,
  single: boolean,
): Outcome<Json> {
  const values = ends.map(settledValue);
  switch (invocation.kind) {
    case 'one': {
      const [end] = ends;
      return end !== undefined && 'ok' in end ? end : failed('Error', 'The machine did not run');
    }
    case 'list':
      return done(Object.fromEntries(children.map((child, index) => [child.machine, values[index] ?? null])));
    case 'foreach':
      if (invocation.key === null) return done(single ? (values[0] ?? null) : values);
      return keyedOutputs(templates, { ...invocation, key: invocation.key }, children, values, variables);
    default:
      return unreachable(invocation);
  }
}

/** The outputs of a `foreach` by the key that each item gives; two items with one key are an error (M7). */
function keyedOutputs(
  templates: TemplateEngine,
  { key: template, as }: { readonly key: string; readonly as: string },
  children: readonly PlannedChild[],
  values: readonly Json[],
  variables: Variables,
): Outcome<Json> {
  const entries: [string, Json][] = [];
  for (const [index, child] of children.entries()) {
    const output = values[index] ?? null;
    const key = templates.render(template, { ...variables, output, [as]: child.item });
    if (!key.ok) return problemOutcome(key.problem);
    const name = typeof key.value === 'string' ? key.value : JSON.stringify(key.value);
    if (entries.some(([other]) => other === name)) {
      return failed('ForeachError', `Two items have the key ${JSON.stringify(name)}`, false);
    }
    entries.push([name, output]);
  }
  return done(Object.fromEntries(entries));
}

function settledValue(end: ChildEnd | undefined): Json {
  if (end === undefined || 'parked' in end) return null;
  return end.ok ? end.value : { _error: end.error.message, _error_type: end.error.type };
}
