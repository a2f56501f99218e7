/** Laws of machines on generated ones (seed 003, 7.2). 10,000 machines with MIZAN_LONG=1. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../core/canonical/index.ts';
import {
  compileCondition,
  FlatMachine,
  type MachineResult,
  type RunStore,
  VirtualTime,
} from '../../core/machine/index.ts';
import { createMemoryRecords, createRunStore } from '../../core/stores/index.ts';
import { generateMachine } from '../proof/machine/generated.ts';
import { countingRandom, load, templates, value } from '../unit/machine/harness.ts';

const runs = process.env.MIZAN_LONG === '1' ? 10_000 : 150;
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

class Stopped extends Error {}

async function flatMachine(
  config: Json,
  store: RunStore,
  time: VirtualTime,
  dieAfterStep?: number,
): Promise<FlatMachine> {
  let committed = 0;
  return new FlatMachine(await load(config), {
    store,
    templates,
    agents: { find: () => undefined },
    hooks: {},
    clock: time,
    random: countingRandom(),
    timers: time,
    owner: `life-${dieAfterStep ?? 'last'}`,
    leaseMs: 1000,
    maxParallel: 4,
    notice: ({ point }) => {
      if (point !== 'step-committed') return;
      committed += 1;
      if (committed === dieAfterStep) throw new Stopped();
    },
  });
}

async function newRun(config: Json): Promise<{ result: MachineResult; checkpoints: readonly Json[] }> {
  const time = new VirtualTime(0);
  const store = createRunStore(createMemoryRecords(), time, time);
  const machine = await flatMachine(config, store, time);
  const result = value(await machine.execute({}, { executionId: 'run' }));
  return { result, checkpoints: await checkpointsOf(store) };
}

async function checkpointsOf(store: RunStore): Promise<readonly Json[]> {
  const keys = value(await store.persistence.list('run'));
  const snapshots = await Promise.all(keys.map(async (key) => value(await store.persistence.load(key))));
  return snapshots.map((snapshot) => {
    const { created_at: _, ...rest } = snapshot as unknown as Record<string, Json>;
    return rest;
  });
}

/** What a run ended with, without what differs between lives. */
function essence(result: MachineResult): unknown {
  const { executionId: _, states: __, ...rest } = result;
  return rest;
}

test('a run that dies after any step and is resumed ends like one that did not, with the same checkpoints', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }), async (seed, lives) => {
      const { config } = generateMachine(seed);
      const whole = await newRun(config);
      const time = new VirtualTime(0);
      const store = createRunStore(createMemoryRecords(), time, time);
      let result: MachineResult | null = null;
      for (const [index, steps] of [...lives, undefined].entries()) {
        const machine = await flatMachine(config, store, time, steps);
        try {
          result = value(index === 0 ? await machine.execute({}, { executionId: 'run' }) : await machine.resume('run'));
        } catch (thrown) {
          if (!(thrown instanceof Stopped)) throw thrown;
          time.advance(2000);
          continue;
        }
        if (result.status === 'done') break;
      }
      expect(result === null ? null : essence(result)).toStrictEqual(essence(whole.result));
      expect(await checkpointsOf(store)).toStrictEqual(whole.checkpoints);
    }),
    { numRuns: runs },
  );
}, 3_600_000);

test('a state with a default error handler never ends a run', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { config } = generateMachine(seed);
      const handled = structuredClone(config) as { data: { states: Record<string, Record<string, Json>> } };
      const names = Object.keys(handled.data.states);
      for (const state of Object.values(handled.data.states)) state.on_error = names.at(-1) ?? '';
      const { result } = await newRun(handled as unknown as Json);
      if (result.status === 'error') expect(result.error.type).toBe('max_steps');
    }),
    { numRuns: runs },
  );
}, 3_600_000);

test('every state that is entered exists, and the trace is as long as the steps', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { config } = generateMachine(seed);
      const { result } = await newRun(config);
      const names = Object.keys((config as { data: { states: Record<string, Json> } }).data.states);
      expect(result.states.filter((state) => !names.includes(state))).toStrictEqual([]);
      const unfinished = result.status === 'error' && result.error.type !== 'max_steps' ? 1 : 0;
      expect(result.states).toHaveLength(result.steps + unfinished);
    }),
    { numRuns: runs },
  );
}, 3_600_000);

test('expressions give the same answer every time, and never throw', () => {
  const context = fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'c'), fc.jsonValue());
  const text = fc.oneof(
    fc.string(),
    fc
      .array(
        fc.constantFrom(
          'context',
          '.a',
          '.b',
          "['c']",
          '[0]',
          '==',
          '<',
          'and',
          'or',
          'not',
          '(',
          ')',
          '1',
          '"x"',
          '+',
          '-',
          '/',
          'null',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(' ').replaceAll(' .', '.').replaceAll(' [', '[')),
  );
  fc.assert(
    fc.property(text, context, fc.constantFrom('simple', 'cel'), (expression, given, engine) => {
      const scope = { context: given as Json, input: null, output: null };
      const ask = () => {
        const compiled = compileCondition(engine, expression);
        return compiled.ok ? compiled.value.holds(scope) : compiled;
      };
      expect(ask()).toStrictEqual(ask());
    }),
    { numRuns: runs * 5 },
  );
});
