import type { Json } from '../../../core/canonical/index.ts';
import {
  type ActionInvocation,
  type AgentAnswer,
  FlatMachine,
  loadMachineData,
  type MachineDefinition,
  type MachineHooks,
  type MachineResult,
  type MachineRuntime,
  type RunNotice,
  type RunStore,
  readNothing,
  VirtualTime,
} from '../../../core/machine/index.ts';
import type { Result } from '../../../core/problem/index.ts';
import { templateEngine } from '../../../core/runs/index.ts';
import { createMemoryRecords, createRunStore } from '../../../core/stores/index.ts';

export const templates = await templateEngine();

/** Deterministic bytes, different at every call. */
export function countingRandom(): MachineRuntime['random'] {
  let next = 0;
  return { bytes: (count) => Uint8Array.from({ length: count }, () => (next++ * 97) % 256) };
}

type Agent = (input: Json, call: { attempt: number; signal: AbortSignal }) => Json | AgentAnswer | Promise<Json>;

export interface Setup {
  readonly agents?: Readonly<Record<string, Agent>>;
  readonly hooks?: MachineHooks;
  readonly actions?: Readonly<
    Record<
      string,
      (context: Record<string, Json>, invocation: ActionInvocation) => ReturnType<NonNullable<MachineHooks['onAction']>>
    >
  >;
  readonly store?: RunStore;
  readonly time?: VirtualTime;
  /** The process; `test` unless given. */
  readonly owner?: string;
  readonly notice?: (notice: RunNotice) => void;
}

/** States as they are written, in a machine that is otherwise nothing. */
export function machineOf(states: Json, data: Readonly<Record<string, Json>> = {}): Json {
  return { spec: 'flatmachine', spec_version: '0.7.7', data: { name: 'test', ...data, states } };
}

/** The compiled machine; throws where it has a fault. */
export async function load(machine: unknown): Promise<MachineDefinition> {
  const loaded = await loadMachineData('machine', machine, { templates, read: readNothing });
  if (!loaded.ok) throw new Error(`${loaded.problem.place}: ${loaded.problem.message}`);
  return loaded.value;
}

/** A store in memory, by default in virtual time of its own. */
export function memoryStore(time = new VirtualTime(0)): RunStore {
  return createRunStore(createMemoryRecords(), time, time);
}

/** A machine in memory and in virtual time. */
export async function machine(source: unknown, setup: Setup = {}): Promise<FlatMachine> {
  const time = setup.time ?? new VirtualTime(0);
  const counts = new Map<string, number>();
  const { actions } = setup;
  return new FlatMachine(await load(source), {
    store: setup.store ?? memoryStore(time),
    templates,
    agents: {
      find: ({ name }) => {
        const agent = setup.agents?.[name];
        if (agent === undefined) return undefined;
        return async (call) => {
          const attempt = counts.get(name) ?? 0;
          counts.set(name, attempt + 1);
          return { output: (await agent(call.input, { attempt, signal: call.signal })) as Json };
        };
      },
    },
    hooks: {
      ...setup.hooks,
      ...(actions === undefined
        ? {}
        : {
            onAction: (name, context, invocation) => {
              const action = actions[name];
              if (action === undefined) throw new Error(`no action ${name}`);
              return action(context, invocation);
            },
          }),
    },
    clock: time,
    random: countingRandom(),
    timers: time,
    owner: setup.owner ?? 'test',
    leaseMs: 60_000,
    maxParallel: 64,
    notice: setup.notice ?? (() => undefined),
  });
}

/** The value of a result; throws with code and message where there is none. */
export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`);
  return result.value;
}

/** Runs a machine from the start and gives what it ended with. */
export async function run(source: unknown, input: Json = {}, setup: Setup = {}): Promise<MachineResult> {
  const flat = await machine(source, setup);
  const result = value(await flat.execute(input));
  await flat.settled();
  return result;
}
