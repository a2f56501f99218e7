import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkProof, makeProof } from '../../../core/ledger/index.ts';
import { auditOf, freshKey } from '../../fixture/audit.ts';
import { expectProblem, expectValue, noteDraft, temporaryLedger } from '../../fixture/ledger.ts';

const actor = { kind: 'human', id: 'jane' } as const;
const secret = 'a secret that must not stay in the file';

function ledgerWithSecret() {
  const ledger = temporaryLedger({ checkpoints: { key: freshKey() } });
  const payloads = [
    { name: 'log', mediaType: 'text/plain', body: secret },
    { name: 'diff', mediaType: 'text/plain', body: 'kept' },
  ];
  expectValue(ledger.append([noteDraft('x', { payloads })]));
  return ledger;
}

test('a redacted body is gone from the file, its event and every proof stay', () => {
  const ledger = ledgerWithSecret();
  const before = expectValue(makeProof(ledger, 1, []));
  const receipt = expectValue(ledger.redact({ seq: 1, name: 'log', reason: 'personal data', actor }));
  expect(expectValue(ledger.event(receipt.firstSeq))).toMatchObject({
    type: 'ledger.redacted',
    actor,
    data: { seq: 1, name: 'log', reason: 'personal data' },
  });
  expect(expectValue(ledger.body(1, 'log'))).toEqual({
    state: 'redacted',
    reason: 'personal data',
    at: '2026-01-02T03:04:05.000Z',
  });
  expect(expectValue(ledger.body(1, 'diff')).state).toBe('present');
  expect(checkProof(JSON.stringify(before), [])).toMatchObject({ ok: true });
  expect(auditOf(ledger.path)).toMatchObject({ ok: true, redacted: 1, payloads: 1 });
  for (const file of [ledger.path, `${ledger.path}-wal`]) expect(readFileSync(file).includes(secret)).toBe(false);
});

test('what cannot be redacted', () => {
  const ledger = ledgerWithSecret();
  const redact = (seq: number, name: string, reason = 'because') => ledger.redact({ seq, name, reason, actor });
  expect(expectProblem(redact(1, 'log', ' ')).code).toBe('redaction-without-reason');
  expect(expectProblem(redact(1, 'none')).code).toBe('payload-not-found');
  expect(expectProblem(redact(9, 'log')).code).toBe('event-not-found');
  expectValue(redact(1, 'log'));
  expect(expectProblem(redact(1, 'log')).code).toBe('payload-redacted');
  expect(ledger.size()).toBe(3);
});
