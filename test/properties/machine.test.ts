/** The four properties of seed 003, 7.2, on generated machines: 10,000 of them with MIZAN_LONG=1. */
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

const runs = process.env.MIZAN_LONG === '1' ? 10_000 : 200;
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

/** Lives a run through: each life dies after so many steps of its own, the last one does not. */
async function lived(
  config: Json,
  lives: readonly number[],
): Promise<{ result: MachineResult; checkpoints: readonly Json[] }> {
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
  if (result === null) throw new Error('the last life died');
  return { result, checkpoints: await checkpointsOf(store) };
}

test('checkpoint-resume equivalence: a run that dies after any one step ends alike, checkpoints too', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { config } = generateMachine(seed);
      const whole = await newRun(config);
      for (let step = 1; step < whole.checkpoints.length; step += 1) {
        const { result, checkpoints } = await lived(config, [step]);
        expect([step, essence(result)]).toStrictEqual([step, essence(whole.result)]);
        expect(checkpoints).toStrictEqual(whole.checkpoints);
      }
    }),
    { numRuns: runs },
  );
}, 3_600_000);

test('checkpoint-resume equivalence: a run that dies again and again ends alike, checkpoints too', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }), async (seed, lives) => {
      const { config } = generateMachine(seed);
      const whole = await newRun(config);
      const { result, checkpoints } = await lived(config, lives);
      expect(essence(result)).toStrictEqual(essence(whole.result));
      expect(checkpoints).toStrictEqual(whole.checkpoints);
    }),
    { numRuns: runs },
  );
}, 3_600_000);

test('error handler completeness: no error of a state ends a run with a default handler, which is told', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { config } = generateMachine(seed);
      const handled = structuredClone(config) as { data: { states: Record<string, Record<string, Json>> } };
      for (const state of Object.values(handled.data.states)) {
        state.on_error = { Unheard: Object.keys(handled.data.states)[0] ?? '', default: 'handled' };
      }
      handled.data.states.handled = { type: 'final', output: { type: '{{ context.last_error_type }}' } };
      const before = (await newRun(config)).result;
      const { result } = await newRun(handled as unknown as Json);
      if (result.status === 'error') expect(result.error.type).toBe('max_steps');
      if (before.status !== 'error' || before.error.type === 'max_steps') return;
      if (result.status === 'done')
        expect(['ExpressionError', 'TemplateError', 'no_transition']).toContain(result.output.type);
    }),
    { numRuns: runs },
  );
}, 3_600_000);

test('transition totality: every step leads to a state that exists, to an end or to an error with a type', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { config } = generateMachine(seed);
      const { result } = await newRun(config);
      const names = Object.keys((config as { data: { states: Record<string, Json> } }).data.states);
      expect(result.states.filter((state) => !names.includes(state))).toStrictEqual([]);
      const unfinished = result.status === 'error' && result.error.type !== 'max_steps' ? 1 : 0;
      expect(result.states).toHaveLength(result.steps + unfinished);
      expect(['done', 'error']).toContain(result.status);
      if (result.status === 'error') {
        expect(['max_steps', 'no_transition', 'ExpressionError', 'TemplateError']).toContain(result.error.type);
      }
    }),
    { numRuns: runs },
  );
}, 3_600_000);

test('expression determinism: the same answer every time, and never a throw', () => {
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
}, 3_600_000);
