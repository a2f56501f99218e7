import { z } from 'zod';
import type { Json, JsonObject } from '../../canonical/index.ts';
import { FlatMachine, loadMachineData, MachineFailure, readNothing, VirtualTime } from '../../machine/index.ts';
import { ok } from '../../problem/index.ts';
import { templateEngine } from '../../runs/index.ts';
import { createMemoryRecords, createRunStore } from '../../stores/index.ts';
import { systemRandom } from '../../world/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { isRecord, matches } from '../match.ts';
import { readInput } from '../read-input.ts';

const json = z.json() as z.ZodType<Json>;
const object = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;
const act = z.union([z.strictObject({ set: object }), z.string().regex(/^throw\b/)]);

const inputSchema = z.object({
  machine: z.unknown(),
  input: json.default({}),
  agents: z.record(z.string(), z.array(json)).default({}),
  actions: z.record(z.string(), z.union([act, z.array(act)])).default({}),
});

/** The next entry of a script, or an error: what is not scripted must not happen. */
function scripted<T>(scripts: Readonly<Record<string, readonly T[] | T>>, calls: Map<string, number>, name: string): T {
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  const call = calls.get(name) ?? 0;
  calls.set(name, call + 1);
  const entry = Array.isArray(script) ? (script as readonly T[])[call] : (script as T | undefined);
  if (entry === undefined)
    throw new MachineFailure('NotScripted', `Call ${call + 1} of ${name} is not scripted`, false);
  return entry;
}

/** Whole machines with scripted agents and actions, in memory and in virtual time (M1 to M11). */
export const machine: ConformanceKind = {
  kind: 'machine',
  async run(raw) {
    const read = readInput(inputSchema, raw);
    if (!read.ok) return read;
    const { agents, actions, input } = read.value;
    const templates = await templateEngine();
    const definition = await loadMachineData('machine', read.value.machine, { templates, read: readNothing });
    if (!definition.ok) {
      return ok({ status: 'error', error: definition.problem.code, message: definition.problem.message });
    }
    const time = new VirtualTime(0);
    const agentCalls = new Map<string, number>();
    const actionCalls = new Map<string, number>();
    const flat = new FlatMachine(definition.value, {
      store: createRunStore(createMemoryRecords(), time, time),
      templates,
      agents: {
        find:
          ({ name }) =>
          async () => {
            const output = scripted<Json>(agents, agentCalls, name);
            if (typeof output === 'string' && output.startsWith('$THROW')) throw new Error(output.slice(6).trim());
            return { output };
          },
      },
      hooks: {
        onAction: (name, context) => {
          const entry = scripted(actions, actionCalls, name);
          if (typeof entry !== 'string') return { ...context, ...entry.set };
          const [, type = 'Error', ...words] = entry.split(' ');
          throw new MachineFailure(type, words.join(' '));
        },
      },
      clock: time,
      random: systemRandom,
      timers: time,
      owner: 'conformance',
      leaseMs: 3_600_000,
      maxParallel: 64,
      notice: () => undefined,
    });
    const result = await flat.execute(input);
    await flat.settled();
    if (!result.ok) return result;
    const { status, states, steps } = result.value;
    if (result.value.status === 'done') return ok({ status, states, steps, output: result.value.output });
    if (result.value.status !== 'error') return ok({ status, states, steps });
    const { type, message } = result.value.error;
    return ok({ status, states, steps, error: type, message });
  },
  /** An expected error may name its type or its message, or only say that there is one. */
  matches(actual, expected) {
    if (!isRecord(actual) || !isRecord(expected) || expected.error === undefined) return matches(actual, expected);
    const { error, ...rest } = expected;
    const named = error === true || error === actual.error || error === actual.message;
    return actual.status === 'error' && named && matches(actual, rest);
  },
};
