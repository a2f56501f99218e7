/**
 * Stored records of a run that somebody damaged or changed in the file: a resume fails loudly or goes back a step
 * (M10).
 */
import type Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Ledger } from '../../core/ledger/index.ts';
import { type MachineHooks, park } from '../../core/machine/index.ts';
import { LedgerRuns } from '../../core/runs/index.ts';
import { projections } from '../../core/working-ledger/index.ts';
import { countingRandom, expectProblem, expectValue, handClock, temporaryLedger } from '../fixture/ledger.ts';
import { tamper } from '../fixture/tamper.ts';
import { load, machineOf } from '../unit/machine/harness.ts';

const to = (state: string) => [{ to: state }];
const machine = machineOf({
  first: { agent: 'effect', transitions: to('second') },
  second: { agent: 'effect', transitions: to('wait') },
  wait: { action: 'wait', transitions: to('last') },
  last: { agent: 'effect', transitions: to('end') },
  end: { type: 'final', output: { done: true } },
});

const newest = 'record:checkpoints/r/0000000002';
const body = (name: string) => `(SELECT body FROM payload WHERE name = '${name}')`;
const salt = (name: string) => `(SELECT salt FROM payload WHERE name = '${name}')`;
const older = 'record:checkpoints/r/0000000001';

const damages: readonly {
  readonly what: string;
  readonly sql: string;
  readonly code: string;
  readonly earlier: boolean;
}[] = [
  {
    what: 'a changed value in the newest checkpoint',
    sql: `
      UPDATE payload SET body = CAST(replace(CAST(body AS TEXT), '"wait"', '"last"') AS BLOB)
      WHERE name = '${newest}'`,
    code: 'checkpoint-damaged',
    earlier: true,
  },
  {
    what: 'a newest checkpoint cut short',
    sql: `UPDATE payload SET body = substr(body, 1, 40) WHERE name = '${newest}'`,
    code: 'checkpoint-damaged',
    earlier: true,
  },
  {
    what: 'an older checkpoint in the place of the newest, with its salt',
    sql: `UPDATE payload SET body = ${body(older)}, salt = ${salt(older)} WHERE name = '${newest}'`,
    code: 'checkpoint-damaged',
    earlier: true,
  },
  {
    what: 'a newest checkpoint whose body was deleted',
    sql: `DELETE FROM payload WHERE name = '${newest}'`,
    code: 'checkpoint-damaged',
    earlier: true,
  },
  {
    what: 'a newest checkpoint that was emptied without a redaction',
    sql: `UPDATE payload SET body = NULL, salt = NULL WHERE name = '${newest}'`,
    code: 'checkpoint-damaged',
    earlier: true,
  },
  {
    what: 'a newest checkpoint whose event lost its list of payloads',
    sql: `UPDATE event SET canonical = CAST(replace(CAST(canonical AS TEXT), '"payloads"', '"payload5"') AS BLOB)
      WHERE seq = (SELECT seq FROM payload WHERE name = '${newest}')`,
    code: 'checkpoint-damaged',
    earlier: true,
  },
  {
    what: 'a newest checkpoint that the view looks for in another event',
    sql: `UPDATE machine_records SET seq = 1 WHERE key = 'checkpoints/r/0000000002'`,
    code: 'checkpoint-damaged',
    earlier: true,
  },
  {
    what: 'a changed record of the run',
    sql: `UPDATE payload SET body = CAST(replace(CAST(body AS TEXT), '"parked"', '"done"') AS BLOB)
      WHERE name = 'record:runs/r' AND seq = (SELECT seq FROM machine_records WHERE key = 'runs/r')`,
    code: 'record-damaged',
    earlier: false,
  },
  {
    what: 'a changed machine',
    sql: `
      UPDATE payload SET body = CAST(replace(CAST(body AS TEXT), 'second', 'secund') AS BLOB)
      WHERE name LIKE 'record:machines/%'`,
    code: 'record-damaged',
    earlier: false,
  },
];

/** A run that stopped before its third effect, and a process that can go on with it. */
async function stoppedRun(): Promise<{ ledger: Ledger; effects: string[]; next: () => LedgerRuns }> {
  const clock = handClock();
  const ledger = temporaryLedger({ projections, clock });
  const effects: string[] = [];
  let open = false;
  const hooks: MachineHooks = { onAction: (_name, context) => (open ? context : park('signal:go')) };
  const process = (seed: number) =>
    new LedgerRuns({
      ledger,
      clock,
      random: countingRandom(seed),
      agents: {
        find: () => (call) => {
          effects.push(call.idempotencyKey);
          return { output: null };
        },
      },
      hooks,
      notice: () => undefined,
    });
  expectValue(await process(1).start(await load(machine), {}, 'r'));
  return {
    ledger,
    effects,
    next: () => {
      open = true;
      return process(2);
    },
  };
}

test.each(damages)('$what is noticed', async ({ sql, code, earlier }) => {
  const { ledger, effects, next } = await stoppedRun();
  expect(effects).toStrictEqual(['r/0', 'r/1']);
  tamper(ledger.path, (database: Database.Database) => database.exec(sql));
  const before = ledger.count({ subject: 'run:r', type: 'run.stepped' });
  expect(expectProblem(await next().resume('r')).code).toBe(code);
  expect(effects).toStrictEqual(['r/0', 'r/1']);
  expect(ledger.count({ subject: 'run:r', type: 'run.stepped' })).toBe(before);
  const again = await next().resume('r', { fromEarlier: true });
  if (!earlier) {
    expect(expectProblem(again).code).toBe(code);
    return;
  }
  // The step whose checkpoint is lost is done again, under the same key.
  expect(expectValue(again)).toMatchObject({ status: 'done', output: { done: true } });
  expect(effects).toStrictEqual(['r/0', 'r/1', 'r/1', 'r/3']);
});

test('with every checkpoint damaged nothing starts anew', async () => {
  const { ledger, effects, next } = await stoppedRun();
  tamper(ledger.path, (database: Database.Database) =>
    database.exec(`UPDATE payload SET body = x'7b7d' WHERE name LIKE 'record:checkpoints/%'`),
  );
  expect(expectProblem(await next().resume('r', { fromEarlier: true })).code).toBe('checkpoint-damaged');
  expect(effects).toStrictEqual(['r/0', 'r/1']);
});
