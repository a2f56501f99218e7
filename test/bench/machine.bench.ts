/** What durable steps cost, against the disk of the same run, LangGraph and XState. */
import { fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
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

/** About a minute; with MIZAN_LONG=1 several. */
export async function bench(print: Print): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-bench-'));
  try {
    await benchDurable(folder, print);
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

/** How often a second something happened, and what each time cost the processor, in microseconds. */
interface Pace {
  readonly rate: number;
  readonly processor: number;
}

async function paceOf(times: number, work: () => unknown): Promise<Pace> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { rate: (times * 1000) / (performance.now() - start), processor: (user + system) / times };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Bare fdatasync of 4 KiB, over blocks that are there already: what no durable step can do without. */
function bareSyncs(path: string): (count: number) => void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(4096, 1);
  const blocks = 256;
  for (let index = 0; index < blocks; index += 1) writeSync(file, block);
  fdatasyncSync(file);
  return (count) => {
    for (let index = 0; index < count; index += 1) {
      writeSync(file, block, 0, block.length, (index % blocks) * block.length);
      fdatasyncSync(file);
    }
  };
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
  return 1 / (await paceOf(1, work)).rate;
}

/** SQLite at FULL with one row of 1.6 KB a transaction: about the bytes of a step, and nothing else. */
function plainSqlite(path: string): (rows: number) => void {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE row (id INTEGER PRIMARY KEY, body BLOB NOT NULL)');
  const insert = database.prepare('INSERT INTO row (body) VALUES (?)');
  const body = Buffer.alloc(1600, 1);
  return (rows) => {
    for (let row = 0; row < rows; row += 1) insert.run(body);
  };
}

/** LangGraph counting with its SQLite saver, at the durability of the ledger. */
async function langGraph(path: string): Promise<(steps: number) => Promise<void>> {
  const database = new Database(path);
  const saver = new SqliteSaver(database as unknown as ConstructorParameters<typeof SqliteSaver>[0]);
  const State = Annotation.Root({ n: Annotation<number>, until: Annotation<number> });
  const graph = new StateGraph(State)
    .addNode('count', ({ n }) => ({ n: n + 1 }))
    .addEdge(START, 'count')
    .addConditionalEdges('count', ({ n, until }) => (n >= until ? END : 'count'))
    .compile({ checkpointer: saver });
  let thread = 0;
  const run = async (steps: number): Promise<void> => {
    thread += 1;
    const options = {
      configurable: { thread_id: `${thread}` },
      recursionLimit: steps + 10,
      durability: 'sync',
    } as const;
    await graph.invoke({ n: 0, until: steps }, options);
  };
  await run(1);
  // The saver asks for WAL alone, which does not sync at commit; the same durability is FULL.
  database.pragma('synchronous = FULL');
  return run;
}

/** Rounds of all, one after the other, because a disk is not as fast now as it was a second ago. */
async function benchDurable(folder: string, print: Print): Promise<void> {
  const [rounds, steps] = [long ? 15 : 7, 500];
  const ledger = ledgerIn(folder, 'durable.mizan');
  const machine = machineOn(createLedgerRecords(ledger), await counter(steps));
  const sync = bareSyncs(join(folder, 'disk'));
  const sqlite = plainSqlite(join(folder, 'plain.sqlite'));
  const graph = await langGraph(join(folder, 'langgraph.sqlite'));
  await machine.execute();
  await graph(50);
  const all: { disk: Pace; plain: Pace; own: Pace; other: Pace }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push({
      disk: await paceOf(500, () => sync(500)),
      plain: await paceOf(500, () => sqlite(500)),
      own: await paceOf(steps, () => machine.execute()),
      other: await paceOf(100, () => graph(100)),
    });
  }
  ledger.close();
  const rate = (of: (round: (typeof all)[number]) => Pace) => median(all.map((round) => of(round).rate)).toFixed(0);
  const processor = median(all.map(({ own }) => own.processor));
  const ofDisk = median(all.map(({ own, disk }) => own.rate / disk.rate));
  const plainOfDisk = median(all.map(({ plain, disk }) => plain.rate / disk.rate));
  const ofOther = median(all.map(({ own, other }) => own.rate / other.rate));
  print({
    name: `durable steps, ${rounds} rounds of ${steps}, of bare fdatasync`,
    value: `${ofDisk.toFixed(2)}×`,
    aim: '≥ 0.55×',
    met: ofDisk >= 0.55,
    note:
      `${rate(({ own }) => own)} steps/s of ${processor.toFixed(0)} µs processor time; ` +
      `${rate(({ disk }) => disk)} syncs/s of 4 KiB`,
  });
  print({
    name: 'SQLite alone, one row of 1.6 KB a transaction, of bare fdatasync',
    value: `${plainOfDisk.toFixed(2)}×`,
    aim: null,
    met: null,
    note: `${rate(({ plain }) => plain)} rows/s: what any step in SQLite stays below`,
  });
  print({
    name: 'durable steps, of LangGraph with its SQLite saver at FULL',
    value: `${ofOther.toFixed(1)}×`,
    aim: '≥ 8×',
    met: ofOther >= 8,
    note: `LangGraph ${rate(({ other }) => other)} steps/s`,
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

/** From 10 steps to 100,000 in one run: what a step costs in each decade, against a disk that is measured beside it. */
async function benchFlat(folder: string, print: Print): Promise<void> {
  const steps = long ? 100_000 : 10_000;
  const ledger = ledgerIn(folder, 'flat.mizan');
  const used: { readonly step: number; readonly processor: number; readonly time: number }[] = [];
  const machine = machineOn(createLedgerRecords(ledger), await counter(steps), {
    onStateEnter: (_state, context) => {
      const step = Number(context.n);
      if (step > 0 && (step % (steps / 20) === 0 || Number.isInteger(Math.log10(step)))) {
        const { user, system } = process.cpuUsage();
        used.push({ step, processor: user + system, time: performance.now() });
      }
      return undefined;
    },
  });
  // A run of its own warms the code up, so that the first steps are not paid for by the compiler.
  await machineOn(createLedgerRecords(ledger), await counter(1000)).execute();
  await machine.execute();
  ledger.close();
  const cost = (from: number, to: number): { processor: number; time: number } => {
    const [start, end] = [used.find(({ step }) => step >= from), used.findLast(({ step }) => step <= to)];
    if (start === undefined || end === undefined || end.step <= start.step) return { processor: 0, time: 0 };
    const count = end.step - start.step;
    return { processor: (end.processor - start.processor) / count, time: (1000 * (end.time - start.time)) / count };
  };
  const decades = Array.from({ length: Math.log10(steps) - 1 }, (_, index) => 10 ** (index + 1));
  const shown = decades.map((from) => {
    const { processor, time } = cost(from, from * 10);
    return `${from}–${from * 10}: ${processor.toFixed(0)} (${time.toFixed(0)})`;
  });
  const [first, last] = [cost(steps / 20, steps / 4), cost(steps * 0.8, steps * 0.95)];
  const ratio = last.processor / first.processor;
  print({
    name: `processor time of a step, last fifth of ${steps} against the first`,
    value: `${ratio.toFixed(2)}×`,
    aim: '≤ 1.25×',
    met: ratio <= 1.25,
    note: `µs a step (with the disk): ${shown.join(', ')}`,
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
    note:
      `median ${median.toFixed(1)} ms; heap grew ${(kept / count).toFixed(0)} bytes a parked run` +
      (globalThis.gc ? '' : ' (without --expose-gc)'),
  });
}
