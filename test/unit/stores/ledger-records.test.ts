import { expect, test } from 'vitest';
import { createLedgerRecords, recordsProjection } from '../../../core/stores/index.ts';
import { expectProblem, expectValue, temporaryLedger } from '../../fixture/ledger.ts';
import { tamper } from '../../fixture/tamper.ts';

const event = (type: string) => ({ type, subject: 'run:e', data: { step: 1 } });

test('a commit is one append: its events, small values in the data, the others as payloads', async () => {
  const ledger = temporaryLedger({ projections: [recordsProjection] });
  const records = createLedgerRecords(ledger);
  expectValue(
    await records.commit({
      writes: [
        { key: 'locks/e', value: { token: 1 }, small: true },
        { key: 'runs/e', value: { input: 'secret' } },
      ],
      conditions: [],
      events: [event('run.started'), event('run.stepped')],
    }),
  );
  const [, first, second] = ledger.page({ limit: 10, direction: 'ascending' }).events;
  expect(first).toMatchObject({
    type: 'run.started',
    actor: { kind: 'system', id: 'machine' },
    data: { step: 1, records: { 'locks/e': { token: 1 } } },
    payloads: [{ name: 'record:runs/e', media_type: 'application/json' }],
  });
  expect(second).toMatchObject({ type: 'run.stepped', data: { step: 1 }, payloads: [] });
});

test('a failed condition appends nothing', async () => {
  const ledger = temporaryLedger({ projections: [recordsProjection] });
  const records = createLedgerRecords(ledger);
  const size = ledger.size();
  const failed = await records.commit({
    writes: [{ key: 'a', value: 1 }],
    conditions: [{ key: 'b', matches: { x: 1 } }],
    events: [event('run.stepped')],
  });
  expect(expectProblem(failed).code).toBe('condition-failed');
  expect(ledger.size()).toBe(size);
});

test('a redacted record is a problem, not an absence', async () => {
  const ledger = temporaryLedger({ projections: [recordsProjection] });
  const records = createLedgerRecords(ledger);
  expectValue(
    await records.commit({ writes: [{ key: 'a', value: 1 }], conditions: [], events: [event('run.started')] }),
  );
  const actor = { kind: 'human', id: 'h' } as const;
  expectValue(ledger.redact({ seq: 1, name: 'record:a', reason: 'private', actor }));
  expect(expectProblem(await records.read('a'))).toMatchObject({ code: 'record-damaged' });
});

test('a record that was altered in the file is a problem', async () => {
  const ledger = temporaryLedger({ projections: [recordsProjection] });
  const records = createLedgerRecords(ledger);
  const writes = [{ key: 'a', value: 1 }];
  expectValue(await records.commit({ writes, conditions: [], events: [event('run.started')] }));
  tamper(ledger.path, (database) => database.exec('UPDATE payload SET body = CAST(2 AS BLOB)'));
  expect(expectProblem(await records.read('a'))).toMatchObject({ code: 'record-damaged' });
});
