/** What durable steps cost, against the disk of the same run, LangGraph and XState. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import Database from 'better-sqlite3';
import { createActor, setup } from 'xstate';
import type { BenchRow } from '../../build/bench-row.ts';
import type { Json } from '../../core/canonical/index.ts';
import { type Ledger, openLedger } from '../../core/ledger/index.ts';
import {
  FlatMachine,
  loadMachineData,
  type MachineDefinition,
  type MachineHooks,
  park,
  readNothing,
  systemTimers,
} from '../../core/machine/index.ts';
import type { Result } from '../../core/problem/index.ts';
import { templateEngine } from '../../core/runs/index.ts';
import { createLedgerRecords, createMemoryRecords, createRunStore, type RecordStore } from '../../core/stores/index.ts';
import { projections } from '../../core/working-ledger/index.ts';
import { systemClock, systemRandom } from '../../core/world/index.ts';

type Print = (row: BenchRow) => void;

const long = process.env.MIZAN_LONG === '1';
const templates = await templateEngine();

/** About half a minute; with MIZAN_LONG=1 several. */
export async function bench(print: Print): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-bench-'));
  try {
    const disk = syncsPerSecond(folder);
    const durable = await benchDurable(folder, disk, print);
    await benchLangGraph(folder, durable, print);
    await benchMemory(print);
    await benchFlat(folder, print);
    await benchParked(folder, print);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

/** Bare fdatasync of 4 KiB: what no durable step can do without. */
function syncsPerSecond(folder: string): number {
  const file = openSync(join(folder, 'disk'), 'w');
  const block = Buffer.alloc(4096, 1);
  const count = 2000;
  const start = performance.now();
  for (let index = 0; index < count; index += 1) {
    writeSync(file, block, 0, block.length, (index % 256) * block.length);
    fdatasyncSync(file);
  }
  closeSync(file);
  return (count * 1000) / (performance.now() - start);
}

/** Counts to `steps` in one state. */
function counter(steps: number): Promise<MachineDefinition> {
  return define({
    start: {
      output_to_context: { n: '{{ context.n + 1 }}' },
      transitions: [{ condition: `context.n >= ${steps}`, to: 'end' }, { to: 'start' }],
    },
    end: { type: 'final', output: { n: '{{ context.n }}' } },
  });
}

async function define(states: Json): Promise<MachineDefinition> {
  const settings = { max_steps: 1_000_000 };
  const source = { spec: 'flatmachine', spec_version: '0.7.7', data: { context: { n: 0 }, settings, states } };
  return must(await loadMachineData('bench', source, { templates, read: readNothing }));
}

function machineOn(records: RecordStore, definition: MachineDefinition, hooks: MachineHooks = {}): FlatMachine {
  return new FlatMachine(definition, {
    store: createRunStore(records, systemClock, systemTimers),
    templates,
    agents: { find: () => undefined },
    hooks,
    clock: systemClock,
    random: systemRandom,
    timers: systemTimers,
    owner: 'bench',
    leaseMs: 600_000,
    maxParallel: 16,
    notice: () => undefined,
  });
}

function ledgerIn(folder: string, name: string): Ledger {
  const options = { projections, clock: systemClock, random: systemRandom, create: true };
  return must(openLedger(join(folder, name), options));
}

async function secondsFor(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function benchDurable(folder: string, disk: number, print: Print): Promise<number> {
  const steps = 3000;
  const ledger = ledgerIn(folder, 'durable.mizan');
  const machine = machineOn(createLedgerRecords(ledger), await counter(steps));
  const rate = steps / (await secondsFor(() => machine.execute()));
  ledger.close();
  const ratio = rate / disk;
  print({
    name: `durable steps, ${steps}, of bare fdatasync`,
    value: `${ratio.toFixed(2)}×`,
    aim: '≥ 0.55×',
    met: ratio >= 0.55,
    note: `${rate.toFixed(0)} steps/s in the ledger, ${disk.toFixed(0)} syncs/s of 4 KiB`,
  });
  return rate;
}

async function benchLangGraph(folder: string, durable: number, print: Print): Promise<void> {
  const steps = 600;
  const database = new Database(join(folder, 'langgraph.sqlite'));
  const saver = new SqliteSaver(database as unknown as ConstructorParameters<typeof SqliteSaver>[0]);
  const State = Annotation.Root({ n: Annotation<number> });
  const graph = new StateGraph(State)
    .addNode('count', ({ n }) => ({ n: n + 1 }))
    .addEdge(START, 'count')
    .addConditionalEdges('count', ({ n }) => (n >= steps ? END : 'count'))
    .compile({ checkpointer: saver });
  const options = { configurable: { thread_id: '1' }, recursionLimit: steps + 10 };
  await graph.invoke({ n: steps - 1 }, { ...options, configurable: { thread_id: '0' } });
  // The saver asks for WAL alone, which does not sync at commit; the same durability is FULL.
  database.pragma('synchronous = FULL');
  const rate = steps / (await secondsFor(() => graph.invoke({ n: 0 }, { ...options, durability: 'sync' })));
  database.close();
  const ratio = durable / rate;
  print({
    name: 'durable steps, of LangGraph with its SQLite saver at FULL',
    value: `${ratio.toFixed(1)}×`,
    aim: '≥ 8×',
    met: ratio >= 8,
    note: `LangGraph ${rate.toFixed(0)} steps/s`,
  });
}

async function benchMemory(print: Print): Promise<void> {
  const steps = 20_000;
  const machine = machineOn(createMemoryRecords(), await counter(steps));
  const rate = steps / (await secondsFor(() => machine.execute()));
  const sends = 200_000;
  const actor = createActor(
    setup({ types: { context: {} as { n: number } } }).createMachine({
      context: { n: 0 },
      initial: 'a',
      states: { a: { on: { next: 'b' } }, b: { on: { next: 'a' } } },
    }),
  ).start();
  const xstate =
    sends /
    (await secondsFor(async () => {
      for (let index = 0; index < sends; index += 1) actor.send({ type: 'next' });
    }));
  print({
    name: `steps in memory with a checkpoint each, ${steps}`,
    value: `${rate.toFixed(0)}/s`,
    aim: null,
    met: null,
    note: `XState 5 sends ${xstate.toFixed(0)}/s, which keep nothing`,
  });
}

async function benchFlat(folder: string, print: Print): Promise<void> {
  const steps = long ? 100_000 : 10_000;
  const ledger = ledgerIn(folder, 'flat.mizan');
  const window = steps / 10;
  const marks: number[] = [];
  const machine = machineOn(createLedgerRecords(ledger), await counter(steps), {
    onStateEnter: (_state, context) => {
      if (Number(context.n) % window === 0) marks.push(performance.now());
      return undefined;
    },
  });
  await machine.execute();
  ledger.close();
  const spans = marks.slice(1).map((mark, index) => mark - (marks[index] ?? mark));
  const [first = 1, last = 1] = [spans[0], spans.at(-1)];
  const ratio = last / first;
  print({
    name: `cost of a step, last tenth of ${steps} against the first`,
    value: `${ratio.toFixed(2)}×`,
    aim: '≤ 1.25×',
    met: ratio <= 1.25,
    note: `${((1000 * first) / window).toFixed(0)} µs, then ${((1000 * last) / window).toFixed(0)} µs a step`,
  });
}

async function benchParked(folder: string, print: Print): Promise<void> {
  const count = long ? 10_000 : 300;
  const ledger = ledgerIn(folder, 'parked.mizan');
  const records = createLedgerRecords(ledger);
  const definition = await define({
    start: { action: 'wait', transitions: [{ to: 'end' }] },
    end: { type: 'final', output: {} },
  });
  let open = false;
  const hooks: MachineHooks = { onAction: (_action, context) => (open ? context : park('signal:go')) };
  const machine = machineOn(records, definition, hooks);
  const id = (index: number) => `parked-${index}`;
  // The first runs warm up what every run shares.
  for (let index = 0; index < 50; index += 1) await machine.execute({}, { executionId: id(index) });
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let index = 50; index < count; index += 1) await machine.execute({}, { executionId: id(index) });
  globalThis.gc?.();
  const kept = process.memoryUsage().heapUsed - before;
  open = true;
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    times.push(1000 * (await secondsFor(() => machine.resume(id(index)))));
  }
  ledger.close();
  const worst = Math.max(...times);
  const median = times.toSorted((left, right) => left - right)[Math.floor(count / 2)] ?? 0;
  print({
    name: `resume of one of ${count} parked runs, the slowest`,
    value: `${worst.toFixed(1)} ms`,
    aim: '< 50 ms',
    met: worst < 50,
    note: `median ${median.toFixed(1)} ms; heap grew ${(kept / count).toFixed(0)} bytes a parked run${globalThis.gc ? '' : ' (without --expose-gc)'}`,
  });
}
