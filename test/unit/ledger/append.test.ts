import { expect, test } from 'vitest';
import { z } from 'zod';
import { openLedgerForReading } from '../../../core/ledger/index.ts';
import { fail, ok } from '../../../core/problem/index.ts';
import { expectProblem, expectValue, noteDraft, temporaryLedger } from '../../fixture/ledger.ts';

test('a new ledger begins with its own creation', () => {
  const ledger = temporaryLedger();
  expect(ledger.size()).toBe(1);
  expect(expectValue(ledger.event(0)).type).toBe('ledger.created');
});

test('an append gives each event its place, its time and its payloads', () => {
  const ledger = temporaryLedger();
  const receipt = expectValue(
    ledger.append([
      noteDraft('one', { payloads: [{ name: 'log', mediaType: 'text/plain', body: 'è' }] }),
      noteDraft('two'),
    ]),
  );
  expect(receipt).toMatchObject({ firstSeq: 1, treeSize: 3, root: ledger.root() });
  expect(expectValue(ledger.event(1))).toMatchObject({
    seq: 1,
    at: '2026-01-02T03:04:05.000Z',
    data: { text: 'one' },
    payloads: [{ name: 'log', media_type: 'text/plain', size: 2 }],
  });
  const body = expectValue(ledger.body(1, 'log'));
  expect(body.state === 'present' && Buffer.from(body.body).toString('utf8')).toBe('è');
});

test('a draft that cannot be recorded leaves nothing behind', () => {
  const ledger = temporaryLedger();
  for (const draft of [
    noteDraft('x', { type: 'Note' }),
    noteDraft('x', { subject: '' }),
    noteDraft('x', { data: { text: '\ud800' } }),
    noteDraft('x', { data: { '\udfff': 1 } }),
    noteDraft('x', { data: JSON.parse(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`) }),
    noteDraft('x', { payloads: [0, 1].map(() => ({ name: 'a', mediaType: 'text/plain', body: '' })) }),
  ]) {
    expect(expectProblem(ledger.append([noteDraft('good'), draft])).code).toBe('event-invalid');
  }
  expect(ledger.size()).toBe(1);
});

test('an event has as many payloads as its places hold', () => {
  const ledger = temporaryLedger();
  const payloads = new Array(2 ** 20 + 1).fill({ name: 'a', mediaType: 'text/plain', body: '' });
  expect(expectProblem(ledger.append([noteDraft('x', { payloads })])).message).toContain('more than 1048576 payloads');
});

test('a decision sees the ledger as it is and a failed one appends nothing', () => {
  const ledger = temporaryLedger();
  const refused = ledger.appendDecided((reader) => fail('no', `there are ${reader.size()}`));
  expect(expectProblem(refused).message).toBe('there are 1');
  expect(ledger.size()).toBe(1);
  expect(expectValue(ledger.appendDecided(() => ok([noteDraft('yes')]))).treeSize).toBe(2);
});

test('two writers of one file see each other and build one tree', () => {
  const first = temporaryLedger();
  const second = temporaryLedger({ path: first.path });
  for (let round = 0; round < 5; round += 1) {
    expectValue(first.append([noteDraft(`first ${round}`)]));
    expectValue(second.append([noteDraft('second'), noteDraft('third')]));
  }
  expect(second.size()).toBe(16);
  expect(first.root()).toBe(second.root());
  expect(expectValue(first.inclusionProof(3)).root).toBe(second.root());
});

test('a reader sees what is appended and cannot write', () => {
  const ledger = temporaryLedger();
  const reader = expectValue(openLedgerForReading(ledger.path));
  expectValue(ledger.append([noteDraft('seen')]));
  expect(reader.size()).toBe(2);
  expect(reader.root()).toBe(ledger.root());
  expect('append' in reader).toBe(false);
  expect(() => reader.select('DELETE FROM event RETURNING seq', [], z.object({ seq: z.number() }))).toThrow('bug');
  reader.close();
});
