import { describe, expect, test } from 'vitest';
import type { Json } from '../../../core/canonical/index.ts';
import type { Ledger } from '../../../core/ledger/index.ts';
import { decideGate, enrolReviewer, listGates } from '../../../core/review/index.ts';
import { cancelSentence, getRun, LedgerRuns, listRuns } from '../../../core/runs/index.ts';
import { projections } from '../../../core/working-ledger/index.ts';
import { newSigner } from '../../fixture/gates.ts';
import { countingRandom, expectValue, handClock, temporaryLedger } from '../../fixture/ledger.ts';
import { load, machineOf } from '../machine/harness.ts';

const to = (state: string) => [{ to: state }];
const wrap = (name: string, states: Json, more: Record<string, Json> = {}): Json => ({
  spec: 'flatmachine',
  spec_version: '0.7.7',
  data: { name, states, ...more },
});
const asker = (name: string) =>
  wrap(name, {
    ask: { action: 'human_gate', input: { title: `Ask for ${name}`, tool: name }, transitions: to('work') },
    work: { agent: 'effect', transitions: to('end') },
    end: { type: 'final' },
  });

/** Launches a run that waits for a program, and calls two that ask a person, one of them through a third. */
const family = machineOf(
  {
    first: { launch: 'free', transitions: to('both') },
    both: { machine: ['left', 'right'], transitions: to('end') },
    end: { type: 'final', output: { called: '{{ output }}' } },
  },
  {
    machines: {
      free: wrap('free', { work: { agent: 'missing', transitions: to('end') }, end: { type: 'final' } }),
      left: wrap(
        'left',
        { call: { machine: 'deep', transitions: to('end') }, end: { type: 'final' } },
        { machines: { deep: asker('deep') } },
      ),
      right: asker('right'),
    },
  },
);

/**
 * The ledger of a process that is killed after `writes` more writes, or by the first write with such an event: nothing
 * it does after that is kept.
 */
function dyingLedger(
  ledger: Ledger,
  writes: number,
  kills: (event: { readonly type: string }) => boolean = () => false,
): Ledger {
  let left = writes;
  const died = { ok: false, problem: { code: 'died', message: 'This process is dead' } } as const;
  return new Proxy(ledger, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name === 'appendDecided') {
        return (decide: Parameters<Ledger['appendDecided']>[0]) => {
          left -= 1;
          if (left < 0) return died;
          return target.appendDecided((reader) => {
            const drafts = decide(reader);
            if (!drafts.ok || !drafts.value.some(kills)) return drafts;
            left = 0;
            return died;
          });
        };
      }
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

async function parkedFamily() {
  const clock = handClock();
  const ledger = temporaryLedger({ projections, clock });
  const root = newSigner('root');
  expectValue(enrolReviewer(ledger, { reviewerId: 'root', name: 'Root', role: 'ADMIN' }, root, null));
  const effects: string[] = [];
  let seed = 1;
  const processOn = (its: Ledger) =>
    new LedgerRuns({
      ledger: its,
      clock,
      random: countingRandom(seed++),
      agents: {
        find: () => (call) => {
          effects.push(call.idempotencyKey);
          return { output: null };
        },
      },
      hooks: {},
      isMissing: ({ name }) => name === 'missing',
      notice: () => undefined,
    });
  const result = expectValue(await processOn(ledger).start(await load(family), {}, 'r'));
  expect(result).toMatchObject({ status: 'parked' });
  const statuses = () =>
    Object.fromEntries(
      listRuns(ledger, { cursor: null, limit: 500 }).rows.map(({ executionId, status }) => [executionId, status]),
    );
  const gates = () => listGates(ledger, { cursor: null, limit: 500 }, clock).rows;
  return { clock, ledger, root, effects, processOn, statuses, gates };
}

const whole = {
  r: 'cancelled',
  'r.0l0': 'parked',
  'r.1c0': 'cancelled',
  'r.1c0.0c0': 'cancelled',
  'r.1c1': 'cancelled',
};

/** One of two is enough: the first asks a person, the second is quick. */
const race = machineOf(
  {
    both: { machine: ['slow', 'quick'], mode: 'any', transitions: to('end') },
    end: { type: 'final', output: { first: '{{ output }}' } },
  },
  {
    machines: {
      slow: asker('slow'),
      quick: wrap('quick', { work: { agent: 'effect', transitions: to('end') }, end: { type: 'final' } }),
    },
  },
);

describe('the first success of several', () => {
  test('cancels the others and takes their gates back', async () => {
    const { ledger, processOn, statuses, gates, effects } = await parkedFamily();
    expect(expectValue(await processOn(ledger).start(await load(race), {}, 'q'))).toMatchObject({ status: 'done' });
    expect(statuses()).toMatchObject({ q: 'done', 'q.0c0': 'cancelled', 'q.0c1': 'done' });
    expect(gates()[0]).toMatchObject({ title: 'Ask for slow', state: 'withdrawn' });
    expect(effects).toStrictEqual(['q.0c1/0']);
  });

  test('killed between any two writes, the others are never worked on after it', async () => {
    let completed = false;
    for (let deaths = 2; !completed; deaths += 1) {
      const { ledger, processOn, statuses, gates, clock, effects } = await parkedFamily();
      const first = await processOn(dyingLedger(ledger, deaths)).start(await load(race), {}, 'q');
      completed = first.ok;
      clock.advance(31_000);
      const begun = statuses().q !== undefined;
      if (!begun) continue;
      expect(expectValue(await processOn(ledger).resume('q'))).toMatchObject({ status: 'done' });
      expect([deaths, statuses()]).toMatchObject([deaths, { q: 'done', 'q.0c1': 'done' }]);
      expect(statuses()['q.0c0']).toBe('cancelled');
      const asked = gates().filter(({ title }) => title === 'Ask for slow');
      expect(asked.map(({ state }) => state)).toStrictEqual(asked.slice(0, 1).map(() => 'withdrawn'));
      expect(effects.filter((key) => key !== 'q.0c1/0')).toStrictEqual([]);
    }
  });
});

/** More runs than go on at the same time; the last of them alone asks nobody. */
const crowd = machineOf(
  {
    all: {
      machine: 'one',
      foreach: `{{ [${Array.from({ length: 18 }, (_, index) => index).join(', ')}] }}`,
      input: { n: '{{ item }}' },
      mode: 'any',
      transitions: to('end'),
    },
    end: { type: 'final' },
  },
  {
    machines: {
      one: wrap('one', {
        begin: { transitions: [{ condition: 'input.n == 17', to: 'work' }, { to: 'ask' }] },
        ask: { action: 'human_gate', input: { title: 'Ask {{ input.n }}', tool: 'one' }, transitions: to('work') },
        work: { agent: 'effect', transitions: to('end') },
        end: { type: 'final' },
      }),
    },
  },
);

test('a winner stands after a crash: those that lost are not asked for again', async () => {
  const { ledger, processOn, clock, gates } = await parkedFamily();
  // Killed when the third of those that lost is cancelled.
  let cancelled = 0;
  const dying = dyingLedger(
    ledger,
    Number.POSITIVE_INFINITY,
    ({ type }) => type === 'gate.withdrawn' && ++cancelled > 2,
  );
  const first = await processOn(dying).start(await load(crowd), {}, 'q');
  expect(first.ok).toBe(false);
  clock.advance(31_000);
  expect(expectValue(await processOn(ledger).resume('q'))).toMatchObject({ status: 'done' });
  const asked = gates().filter(({ title }) => /^Ask \d/.test(title));
  expect(asked).toHaveLength(17);
  expect(new Set(asked.map(({ state }) => state))).toStrictEqual(new Set(['withdrawn']));
});

describe('cancelling a run', () => {
  test('cancels the runs it called and takes their gates back; a run that it launched goes on', async () => {
    const { ledger, processOn, statuses, gates } = await parkedFamily();
    expect(gates().map(({ state }) => state)).toStrictEqual(['pending', 'pending']);
    const gateOf = (title: string) => gates().find((gate) => gate.title === title)?.gateId;
    const [right, deep] = [gateOf('Ask for right'), gateOf('Ask for deep')];
    const cancelled = expectValue(await processOn(ledger).cancel('r'));
    expect(cancelled).toStrictEqual({
      stopped: true,
      called: ['r.1c0', 'r.1c0.0c0', 'r.1c1'],
      withdrawn: [`gate:${deep}`, `gate:${right}`],
      caller: null,
    });
    expect(statuses()).toStrictEqual(whole);
    expect(gates().map(({ state }) => state)).toStrictEqual(['withdrawn', 'withdrawn']);
    const [taken] = ledger.page({ filter: { type: 'gate.withdrawn' }, limit: 1, direction: 'ascending' }).events;
    expect(taken).toMatchObject({
      actor: { kind: 'system', id: 'run:r.1c0.0c0/0' },
      data: { reason: 'The run r.1c0.0c0 was cancelled' },
    });
    expect(cancelSentence(ledger, 'r', cancelled)).toBe(
      'test (r) is cancelled; so are the runs it called: left (r.1c0), deep (r.1c0.0c0), right (r.1c1); ' +
        `nobody is asked any more to decide “Ask for deep” (${deep}), “Ask for right” (${right})`,
    );
  });

  test('asks anew when the run is resumed, and decides with the new answer', async () => {
    const { ledger, processOn, gates, clock, root, effects } = await parkedFamily();
    expectValue(await processOn(ledger).cancel('r'));
    expect(expectValue(await processOn(ledger).resume('r'))).toMatchObject({ status: 'parked' });
    const open = gates().filter(({ state }) => state === 'pending');
    expect(open.map(({ title }) => title).sort()).toStrictEqual(['Ask for deep', 'Ask for right']);
    const requests = ledger.page({ filter: { type: 'gate.requested' }, limit: 9, direction: 'ascending' }).events;
    for (const { gateId } of gates()) {
      const digest = String(requests.find(({ data }) => data.gate_id === gateId)?.data.action_digest);
      const decision = { gateId, verb: 'approve', reason: '', digest, sectionsSeen: [] } as const;
      expect(decideGate(ledger, decision, root, clock).ok).toBe(open.some((gate) => gate.gateId === gateId));
    }
    expect(expectValue(await processOn(ledger).resume('r'))).toMatchObject({ status: 'done' });
    expect(effects.sort()).toStrictEqual(['r.1c0.0c0/1', 'r.1c1/1']);
  });

  test('keeps a decision that was made before', async () => {
    const { ledger, processOn, gates, clock, root } = await parkedFamily();
    const deep = gates().find(({ title }) => title === 'Ask for deep')?.gateId ?? '';
    const filter = { type: 'gate.requested', subject: `gate:${deep}` };
    const [request] = ledger.page({ filter, limit: 1, direction: 'ascending' }).events;
    const digest = String(request?.data.action_digest);
    expectValue(
      decideGate(ledger, { gateId: deep, verb: 'approve', reason: '', digest, sectionsSeen: [] }, root, clock),
    );
    expect(expectValue(await processOn(ledger).cancel('r'))).toMatchObject({
      withdrawn: [expect.not.stringContaining(deep)],
    });
    expectValue(await processOn(ledger).resume('r'));
    expect(gates().filter(({ title }) => title === 'Ask for deep')).toMatchObject([
      { gateId: deep, state: 'approved' },
    ]);
  });

  test('half done, no run that was called goes on by itself', async () => {
    const { ledger, processOn, statuses, clock, gates } = await parkedFamily();
    // Killed right after the request was kept.
    expect((await processOn(dyingLedger(ledger, 1)).cancel('r')).ok).toBe(false);
    expect(statuses()).toStrictEqual({
      ...whole,
      r: 'parked',
      'r.1c0': 'parked',
      'r.1c0.0c0': 'parked',
      'r.1c1': 'parked',
    });
    clock.advance(31_000);
    expect(expectValue(await processOn(ledger).resume('r.1c0.0c0'))).toMatchObject({ status: 'cancelled' });
    expect(expectValue(await processOn(ledger).resume('r.0l0'))).toMatchObject({ status: 'parked' });
    expect(
      gates()
        .map(({ state }) => state)
        .sort(),
    ).toStrictEqual(['pending', 'withdrawn']);
  });

  test.each(['cancel', 'resume'] as const)(
    'killed between any two writes, the next %s completes it and nothing is done after it',
    async (next) => {
      let completed = false;
      let deaths = 0;
      while (!completed) {
        const { ledger, processOn, statuses, gates, clock, effects } = await parkedFamily();
        const first = await processOn(dyingLedger(ledger, deaths)).cancel('r');
        deaths += 1;
        if (first.ok) {
          completed = true;
          continue;
        }
        // The dead process still holds its leases.
        clock.advance(31_000);
        // Before its first write nothing was asked; after its last change only the lease was left to give back.
        const wasAsked = statuses().r !== 'cancelled' && deaths > 1;
        if (next === 'resume' && !wasAsked) continue;
        const runs = processOn(ledger);
        expect((await (next === 'cancel' ? runs.cancel('r') : runs.resume('r'))).ok).toBe(true);
        expect([deaths, statuses()]).toStrictEqual([deaths, whole]);
        expect(gates().map(({ state }) => state)).toStrictEqual(['withdrawn', 'withdrawn']);
        expect(ledger.count({ type: 'gate.withdrawn' })).toBe(2);
        expect(effects).toStrictEqual([]);
      }
      expect(deaths).toBeGreaterThan(10);
    },
  );
});

/** Calls a run that asks a person, and counts how often it was told that this run is no more. */
const handler = machineOf(
  {
    call: { machine: 'asker', on_error: { CancelledError: 'told' }, transitions: to('end') },
    told: { agent: 'effect', transitions: to('end') },
    end: { type: 'final' },
  },
  { machines: { asker: asker('asker') } },
);

describe('cancelling a called run', () => {
  test.each(['cancel', 'resume'] as const)(
    'killed between any two writes, the next %s lets its caller go on once',
    async (next) => {
      let completed = false;
      let deaths = 0;
      while (!completed) {
        const { ledger, processOn, statuses, gates, clock, effects } = await parkedFamily();
        expectValue(await processOn(ledger).start(await load(handler), {}, 'q'));
        const first = await processOn(dyingLedger(ledger, deaths)).cancel('q.0c0');
        deaths += 1;
        // A death after the run was cancelled does not show in what became of it, only in its caller.
        completed = first.ok && statuses().q === 'done';
        clock.advance(31_000);
        const wasAsked = deaths > 1;
        const runs = processOn(ledger);
        if (next === 'cancel') expectValue(await runs.cancel('q.0c0'));
        else if (!wasAsked) continue;
        expect(expectValue(await processOn(ledger).resume('q'))).toMatchObject({ status: 'done' });
        expect([deaths, statuses()]).toMatchObject([deaths, { q: 'done', 'q.0c0': 'cancelled' }]);
        const asked = gates().filter(({ title }) => title === 'Ask for asker');
        expect(asked.map(({ state }) => state)).toStrictEqual(['withdrawn']);
        // The step of the caller that was cut off is done again under its key.
        expect(new Set(effects)).toStrictEqual(new Set(['q/1']));
        if (completed) expect(effects).toStrictEqual(['q/1']);
      }
      expect(deaths).toBeGreaterThan(8);
    },
  );

  test('leaves a caller that was not reached for the console to resume', async () => {
    const { ledger, processOn, statuses, clock } = await parkedFamily();
    const source = machineOf(
      { call: { machine: 'one', on_error: 'end', transitions: to('end') }, end: { type: 'final' } },
      {
        machines: { one: wrap('one', { work: { agent: 'missing', transitions: to('end') }, end: { type: 'final' } }) },
      },
    );
    expectValue(await processOn(ledger).start(await load(source), {}, 'q'));
    const dying = dyingLedger(ledger, Number.POSITIVE_INFINITY, (event) => {
      const { type, subject } = event as { readonly type: string; readonly subject?: string };
      return type === 'lease.acquired' && subject === 'run:q';
    });
    const cancelled = expectValue(await processOn(dying).cancel('q.0c0'));
    expect(cancelSentence(ledger, 'q.0c0', cancelled)).toBe(
      'one (q.0c0) is cancelled; test (q) still waits for it: resume that one',
    );
    expect(statuses()).toMatchObject({ q: 'parked', 'q.0c0': 'cancelled' });
    clock.advance(31_000);
    expect(expectValue(await getRun(ledger, 'q', clock))).toMatchObject({ cannotResume: null, terminalCommand: null });
    expect(expectValue(await processOn(ledger).resume('q'))).toMatchObject({ status: 'done' });
  });
});
