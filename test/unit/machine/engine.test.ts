import { describe, expect, test } from 'vitest';
import type { Json } from '../../../core/canonical/index.ts';
import { MachineFailure, VirtualTime } from '../../../core/machine/index.ts';
import { machine, machineOf, memoryStore, run, value } from './harness.ts';

const end = { type: 'final', output: { context: '{{ context }}' } };
/** Remembers that something happened, and answers. */
function noted<T, R>(list: T[], item: T, answer: R): R {
  list.push(item);
  return answer;
}

const to = (state: string) => [{ to: state }];

describe('a run', () => {
  test('loops until a condition holds and gives the output of the final state', async () => {
    const source = machineOf(
      {
        start: { transitions: to('write') },
        write: {
          agent: 'w',
          input: { topic: '{{ context.topic }}', n: '{{ context.n }}' },
          output_to_context: { text: '{{ output.text }}', n: '{{ context.n + 1 }}' },
          transitions: [{ condition: 'context.n >= 2', to: 'done' }, { to: 'write' }],
        },
        done: {
          type: 'final',
          output: { text: '{{ context.text }}', n: '{{ context.n }}', from: '{{ input.topic }}' },
        },
      },
      { context: { topic: '{{ input.topic }}', n: 0 } },
    );
    const seen: Json[] = [];
    const agents = { w: (input: Json) => noted(seen, input, { text: `t${seen.length + 1}` }) };
    const result = await run(source, { topic: 'scales' }, { agents });
    expect(result).toMatchObject({
      status: 'done',
      output: { text: 't2', n: 2, from: 'scales' },
      states: ['start', 'write', 'write', 'done'],
      steps: 4,
      apiCalls: 2,
    });
    expect(seen).toStrictEqual([
      { topic: 'scales', n: 0 },
      { topic: 'scales', n: 1 },
    ]);
  });

  test('takes the first transition that holds, and none is an error (M2)', async () => {
    const source = (condition: string) =>
      machineOf({
        start: { transitions: [{ condition: 'false', to: 'c' }, { condition, to: 'a' }, { to: 'b' }] },
        a: end,
        b: end,
        c: end,
      });
    expect((await run(source('true'))).states).toStrictEqual(['start', 'a']);
    expect((await run(source('false'))).states).toStrictEqual(['start', 'b']);
    expect(await run(machineOf({ start: { transitions: [{ condition: 'false', to: 'start' }] } }))).toMatchObject({
      status: 'error',
      error: { type: 'no_transition' },
    });
  });

  test('ends after max_steps, the default is 1000 (M3)', async () => {
    const forever = { start: { transitions: to('start') } };
    expect(await run(machineOf(forever))).toMatchObject({ status: 'error', error: { type: 'max_steps' }, steps: 1000 });
    const two = { start: { transitions: to('end') }, end };
    expect(await run(machineOf(two, { settings: { max_steps: 2 } }))).toMatchObject({ status: 'done', steps: 2 });
    expect(await run(machineOf(two, { settings: { max_steps: 1 } }))).toMatchObject({ status: 'error', steps: 1 });
  });

  test('an action changes the context, and its output is that context', async () => {
    const source = machineOf({
      start: { action: 'add', input: { by: 2 }, output_to_context: { seen: '{{ output.n }}' }, transitions: to('end') },
      end,
    });
    const actions = {
      add: (context: Record<string, Json>, { input }: { input: Json }) => ({
        ...context,
        n: (input as { by: number }).by,
      }),
    };
    expect(await run(source, {}, { actions })).toMatchObject({ output: { context: { n: 2, seen: 2 } } });
    expect(await run(source)).toMatchObject({ status: 'error', error: { type: 'unknown_action' } });
  });

  test('what is not JSON does not enter the context', async () => {
    const source = machineOf({ start: { action: 'odd', transitions: to('end') }, end });
    for (const odd of [{ at: new Date(0) }, { n: Number.NaN }, { f: () => 1 }, [1]]) {
      const result = await run(source, {}, { actions: { odd: () => odd as never } });
      expect(result).toMatchObject({ status: 'error', error: { type: 'not-json' } });
    }
  });
});

describe('errors (M4)', () => {
  const failing = (onError: Json, more: Record<string, Json> = {}) =>
    machineOf({
      start: { agent: 'w', on_error: onError, transitions: to('end'), ...more },
      end,
      handled: { type: 'final', output: { error: '{{ context.last_error }}', type: '{{ context.last_error_type }}' } },
      other: { type: 'final', output: { other: true } },
    });
  const throwing = { w: () => Promise.reject(new MachineFailure('NotFound', 'no such page')) };

  test.each<[string, Json, object]>([
    ['a state', 'handled', { status: 'done', output: { error: 'no such page', type: 'NotFound' } }],
    ['a map by type', { NotFound: 'handled', default: 'other' }, { output: { type: 'NotFound' } }],
    ['the default of a map', { TimeoutError: 'handled', default: 'other' }, { output: { other: true } }],
    ['nobody', { TimeoutError: 'handled' }, { status: 'error', error: { type: 'NotFound', message: 'no such page' } }],
  ])('go to %s', async (_name, onError, expected) => {
    expect(await run(failing(onError), {}, { agents: throwing })).toMatchObject(expected);
  });

  test.each<[string, Record<string, Json>, string]>([
    ['a condition', { transitions: [{ condition: 'context.x < 1', to: 'end' }] }, 'ExpressionError'],
    ['a template', { output_to_context: { x: '{{ [1].nosuch() }}' } }, 'TemplateError'],
    ['no transition', { transitions: [] }, 'no_transition'],
    ['a missing agent', { agent: 'nobody' }, 'unknown_agent'],
  ])('%s that fails can be caught', async (_name, more, type) => {
    const source = failing('handled', more);
    expect(await run(source, {}, { agents: { w: () => 1 } })).toMatchObject({ output: { type } });
  });

  test('thrown things that are not errors are errors too', async () => {
    const agents = { w: () => Promise.reject('just text') };
    expect(await run(failing('handled'), {}, { agents })).toMatchObject({
      output: { error: 'just text', type: 'Error' },
    });
  });

  test('what an action finished before the agent failed is kept', async () => {
    const source = failing('handled', { action: 'mark' });
    const handled = machineOf({ ...(source as { data: { states: object } }).data.states, handled: end });
    const actions = { mark: (context: Record<string, Json>) => ({ ...context, marked: true }) };
    expect(await run(handled, {}, { agents: throwing, actions })).toMatchObject({
      output: { context: { marked: true } },
    });
  });
});

describe('hooks (seed 2.5, M11)', () => {
  const source = machineOf({ start: { transitions: to('end') }, end, recover: end });

  test('all seven, sync or async, in order', async () => {
    const calls: string[] = [];
    const withAction = machineOf({
      start: { action: 'go', transitions: to('fail') },
      fail: { agent: 'w', transitions: to('end') },
      end,
      recover: end,
    });
    const result = await run(
      withAction,
      {},
      {
        agents: { w: () => Promise.reject(new Error('broken')) },
        hooks: {
          onMachineStart: (context) => noted(calls, 'start', { ...context, started: 1 }),
          onStateEnter: async (state, context) => noted(calls, `enter ${state}`, { ...context, last: state }),
          onStateExit: (state) => void calls.push(`exit ${state}`),
          onTransition: async (from, target) => noted(calls, `${from}>${target}`, target),
          onError: (state, error) => noted(calls, `error ${state} ${error.message}`, 'recover'),
          onAction: (action, context) => noted(calls, `action ${action}`, context),
          onMachineEnd: async (_context, output) => noted(calls, 'end', { ...output, ended: true }),
        },
      },
    );
    expect(calls).toStrictEqual([
      'start',
      'enter start',
      'action go',
      'exit start',
      'start>fail',
      'enter fail',
      'error fail broken',
      'enter recover',
      'exit recover',
      'end',
    ]);
    expect(result).toMatchObject({ output: { ended: true, context: { started: 1, last: 'recover' } } });
  });

  test('a transition can be redirected, but not to nowhere', async () => {
    expect(await run(source, {}, { hooks: { onTransition: () => 'recover' } })).toMatchObject({
      states: ['start', 'recover'],
    });
    expect(await run(source, {}, { hooks: { onTransition: () => 'nowhere' } })).toMatchObject({
      status: 'error',
      error: { type: 'unknown_state' },
    });
  });

  test.each(['onStateEnter', 'onStateExit', 'onTransition', 'onMachineEnd'] as const)(
    'a throwing %s is handled like a throwing action',
    async (hook) => {
      const throwing = {
        [hook]: () => {
          throw new MachineFailure('Hook', 'no');
        },
      };
      expect(await run(source, {}, { hooks: throwing })).toMatchObject({ status: 'error', error: { type: 'Hook' } });
    },
  );

  test('a hook that keeps its context cannot change the run later', async () => {
    let kept: Record<string, Json> = {};
    const two = machineOf({
      start: { action: 'keep', transitions: to('next') },
      next: { action: 'spoil', transitions: to('end') },
      end,
    });
    const actions = {
      keep: (context: Record<string, Json>) => {
        kept = context;
        context.n = 1;
        return undefined;
      },
      spoil: (context: Record<string, Json>) => {
        kept.n = 99;
        return context;
      },
    };
    expect(await run(two, {}, { actions })).toMatchObject({ output: { context: { n: 1 } } });
  });
});

describe('execution types (M5, M6)', () => {
  const source = (execution: Json, more: Record<string, Json> = {}) =>
    machineOf({
      start: { agent: 'w', execution, output_to_context: { r: '{{ output }}' }, transitions: to('end'), ...more },
      end,
    });

  test('retry waits and tries again, in virtual time', async () => {
    const time = new VirtualTime(0);
    const agents = {
      w: (_input: Json, { attempt }: { attempt: number }) => (attempt < 2 ? Promise.reject(new Error('busy')) : 'ok'),
    };
    const result = await run(source({ type: 'retry', backoffs: [2, 8], jitter: 0 }), {}, { agents, time });
    expect(result).toMatchObject({ output: { context: { r: 'ok' } } });
    expect(time.now()).toBe(10_000);
  });

  test('a retry longer than the timeout of the state is a TimeoutError (M8)', async () => {
    const time = new VirtualTime(0);
    const slow = source({ type: 'retry', backoffs: [10] }, { timeout: 3, on_error: { TimeoutError: 'end' } });
    const agents = { w: () => Promise.reject(new Error('busy')) };
    expect(await run(slow, {}, { agents, time })).toMatchObject({
      output: { context: { last_error_type: 'TimeoutError' } },
    });
    expect(time.now()).toBe(3000);
  });

  test('retry works for actions', async () => {
    let calls = 0;
    const actions = {
      w: () => {
        calls += 1;
        if (calls < 3) throw new Error('busy');
        return { calls };
      },
    };
    const flaky = machineOf({
      start: { action: 'w', execution: { type: 'retry', backoffs: [1, 1] }, transitions: to('end') },
      end,
    });
    expect(await run(flaky, {}, { actions })).toMatchObject({ output: { context: { calls: 3 } } });
  });

  test('parallel gives the successes, voting the winner', async () => {
    const agents = {
      w: (_: Json, { attempt }: { attempt: number }) => (attempt === 1 ? Promise.reject(new Error('no')) : attempt),
    };
    expect(await run(source({ type: 'parallel' }), {}, { agents })).toMatchObject({
      output: { context: { r: [0, 2] } },
      apiCalls: 2,
    });
    const votes = ['A', 'B', null, 'A', 'A'];
    const voter = { w: (_: Json, { attempt }: { attempt: number }) => votes[attempt] ?? null };
    const voting = source({ type: 'mdap_voting', k_margin: 2 });
    expect(await run(voting, {}, { agents: voter })).toMatchObject({ output: { context: { r: 'A' } }, apiCalls: 5 });
  });
});

describe('machines of machines (M7, M9)', () => {
  const double = machineOf({
    start: {
      agent: 'd',
      input: { n: '{{ input.n }}' },
      output_to_context: { n: '{{ output }}' },
      transitions: to('end'),
    },
    end: { type: 'final', output: { n: '{{ context.n }}' } },
  });
  const machines = { double, other: double };
  const agents = {
    d: (input: Json) => {
      const { n } = input as { n: number };
      return n < 0 ? Promise.reject(new MachineFailure('Negative', 'below zero')) : n * 2;
    },
  };
  const source = (state: Record<string, Json>) =>
    machineOf(
      { start: { output_to_context: { r: '{{ output }}' }, transitions: to('end'), ...state }, end },
      { machines },
    );
  const result = async (state: Record<string, Json>, input: Json = {}) => {
    const ended = await run(source(state), input, { agents });
    return ended.status === 'done'
      ? (ended.output.context as { r?: Json }).r
      : ended.status === 'error'
        ? ended.error
        : ended;
  };

  test('one gives its output and passes its error on', async () => {
    expect(await result({ machine: 'double', input: { n: 4 } })).toStrictEqual({ n: 8 });
    expect(await result({ machine: { name: 'double', input: { n: 5 } } })).toStrictEqual({ n: 10 });
    expect(await result({ machine: 'double', input: { n: -1 } })).toMatchObject({
      type: 'Negative',
      message: 'below zero',
    });
  });

  test('a list gives a map by name, failures settle', async () => {
    const list = ['double', { name: 'other', input: { n: '{{ input.m }}' } }];
    expect(await result({ machine: list, input: { n: 1 } }, { m: 7 })).toStrictEqual({
      double: { n: 2 },
      other: { n: 14 },
    });
    expect(await result({ machine: list, input: { n: 1 } }, { m: -7 })).toStrictEqual({
      double: { n: 2 },
      other: { _error: 'below zero', _error_type: 'Negative' },
    });
  });

  test('any gives the first success, all failing is an error', async () => {
    const list = ['double', { name: 'other', input: { n: 3 } }];
    expect(await result({ machine: list, input: { n: -1 }, mode: 'any' })).toStrictEqual({ other: { n: 6 } });
    expect(await result({ machine: ['double', 'other'], input: { n: -1 }, mode: 'any' })).toMatchObject({
      type: 'AllChildrenFailed',
    });
  });

  test('foreach keeps order, with key it gives a map, empty stays empty', async () => {
    const each = { machine: 'double', foreach: '{{ input.l }}', input: { n: '{{ item }}' } };
    expect(await result(each, { l: [3, 1, 2] })).toStrictEqual([{ n: 6 }, { n: 2 }, { n: 4 }]);
    expect(await result({ ...each, as: 'x', input: { n: '{{ x }}' }, key: 'k{{ x }}' }, { l: [3, 1] })).toStrictEqual({
      k3: { n: 6 },
      k1: { n: 2 },
    });
    expect(await result({ ...each, key: '{{ output.n }}' }, { l: [3] })).toStrictEqual({ 6: { n: 6 } });
    expect(await result(each, { l: [] })).toStrictEqual([]);
    expect(await result({ ...each, key: '{{ item }}' }, { l: [] })).toStrictEqual({});
    expect(await result(each, { l: [1, -1] })).toStrictEqual([
      { n: 2 },
      { _error: 'below zero', _error_type: 'Negative' },
    ]);
    expect(await result({ ...each, mode: 'any' }, { l: [-1, 4] })).toStrictEqual({ n: 8 });
    expect(await result(each, { l: 'text' })).toMatchObject({ type: 'ForeachError' });
    expect(await result({ ...each, key: 'same' }, { l: [1, 2] })).toMatchObject({ type: 'ForeachError' });
  });

  test('a launch does not wait, and its machine runs exactly once', async () => {
    const launched: Json[] = [];
    const store = memoryStore();
    const flat = await machine(
      machineOf(
        { start: { launch: ['double', 'other'], launch_input: { n: '{{ input.n }}' }, transitions: to('end') }, end },
        { machines },
      ),
      { agents: { d: (input) => noted(launched, input, 1) }, store },
    );
    const ended = value(await flat.execute({ n: 3 }, { executionId: 'p' }));
    await flat.settled();
    expect(ended).toMatchObject({ status: 'done', states: ['start', 'end'] });
    expect(launched).toStrictEqual([{ n: 3 }, { n: 3 }]);
    expect(value(await store.runs()).map((record) => [record.execution_id, record.status])).toStrictEqual([
      ['p', 'done'],
      ['p.0l0', 'done'],
      ['p.0l1', 'done'],
    ]);
    expect(value(await store.results.read('flatagents://p.0l1'))).toStrictEqual({ n: 1 });
  });

  test('depth is limited', async () => {
    const nested = machineOf(
      { start: { machine: 'c', transitions: to('end') }, end },
      {
        settings: { max_depth: 1 },
        machines: {
          c: machineOf(
            { start: { machine: 'd', transitions: to('end') }, end },
            { settings: { max_depth: 1 }, machines: { d: double } },
          ),
        },
      },
    );
    expect(await run(nested, {}, { agents })).toMatchObject({ status: 'error', error: { type: 'max_depth' } });
  });

  test('a timeout stops the children (M8)', async () => {
    const time = new VirtualTime(0);
    const slow = machineOf({
      start: { agent: 'd', execution: { type: 'retry', backoffs: [100] }, transitions: to('end') },
      end,
    });
    const store = memoryStore(time);
    const parent = machineOf(
      { start: { machine: ['slow'], timeout: 2, on_error: 'end', transitions: to('end') }, end },
      { machines: { slow } },
    );
    const flat = await machine(parent, { agents: { d: () => Promise.reject(new Error('busy')) }, time, store });
    expect(value(await flat.execute({}, { executionId: 'p' }))).toMatchObject({
      output: { context: { last_error_type: 'TimeoutError' } },
    });
    await flat.settled();
    expect(value(await store.run('p.0c0'))?.status).toBe('cancelled');
  });
});
