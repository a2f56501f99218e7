/** Debates that die at every step: they go on to the same end, and nothing is in them twice. */
import { expect, test } from 'vitest';
import { debateStarted } from '../../core/debate/index.ts';
import type { Ledger } from '../../core/ledger/index.ts';
import type { CrashPoint } from '../../core/machine/index.ts';
import { debateId, debateLedger, debatesOn, finalState, plainCase } from '../fixture/debate-runs.ts';
import { expectValue } from '../fixture/ledger.ts';

const long = process.env.MIZAN_LONG === '1';

class Killed extends Error {}

/** Runs a debate that is killed at the `at`-th notice of this point; whether it came that far. */
async function runKilled(ledger: Ledger, point: CrashPoint, at: number): Promise<boolean> {
  const caseFile = await plainCase();
  let seen = 0;
  const debates = debatesOn(ledger, {
    notice: (notice) => {
      if (notice.point !== point) return;
      seen += 1;
      if (seen === at) throw new Killed();
    },
  });
  try {
    await debates.start({ caseFile, debateId });
    return false;
  } catch (error) {
    if (error instanceof Killed) return true;
    throw error;
  }
}

function countById(ledger: Ledger, type: string, field: string): readonly number[] {
  const { events } = ledger.page({ filter: { type }, limit: 500, direction: 'ascending' });
  return [...Map.groupBy(events, ({ data }) => String(data[field])).values()].map((group) => group.length);
}

const points: readonly CrashPoint[] = long
  ? ['start-committed', 'state-entered', 'action-done', 'step-committing', 'step-committed', 'end-committed']
  : ['action-done', 'step-committing'];
const every = long ? 1 : 4;

test.each(points)('killed at %s it resumes to the same result', async (point) => {
  const whole = debateLedger();
  expectValue(await debatesOn(whole).start({ caseFile: await plainCase(), debateId }));
  const expected = finalState(whole);
  let kills = 0;
  for (let at = 1; ; at += every) {
    const ledger = debateLedger();
    if (!(await runKilled(ledger, point, at))) break;
    kills += 1;
    const end = expectValue(await debatesOn(ledger).resume(debateId));
    expect(end.status).toBe('done');
    expect(finalState(ledger)).toStrictEqual(expected);
    for (const [type, field] of [
      ['debate.started', 'debate_id'],
      ['debate.message', 'message_id'],
      ['agent.tool_call', 'call_id'],
      ['debate.stopped', 'debate_id'],
    ] as const) {
      expect(new Set(countById(ledger, type, field))).toStrictEqual(new Set([1]));
    }
  }
  expect(kills).toBeGreaterThan(0);
});

test('killed before its first step it is begun by resuming', async () => {
  const ledger = debateLedger();
  const caseFile = await plainCase();
  await expect(
    debatesOn(ledger, {
      notice: () => {
        throw new Killed();
      },
    }).start({ caseFile, debateId }),
  ).rejects.toThrow(Killed);
  expect(ledger.count({ type: debateStarted.type })).toBe(1);
  const end = expectValue(await debatesOn(ledger).resume(debateId));
  expect(end.status).toBe('done');
});
