import { expect, test } from 'vitest';
import { checkProof, makeProof, type NoteVerifier, type ProofFile } from '../../../core/ledger/index.ts';
import { freshKey } from '../../fixture/audit.ts';
import { expectProblem, expectValue, noteDraft, temporaryLedger } from '../../fixture/ledger.ts';

function provable() {
  const key = freshKey();
  const ledger = temporaryLedger({ checkpoints: { key, policy: { everyEvents: 1000, everySeconds: 1e9 } } });
  const payloads = [{ name: 'log', mediaType: 'text/plain', body: 'what happened' }];
  const by = { actor: { kind: 'agent', id: 'a' } as const };
  for (const text of ['one', 'two', 'three']) expectValue(ledger.append([noteDraft(text, { ...by, payloads })]));
  const logKey: NoteVerifier = { name: expectValue(ledger.origin()), kind: 'note', publicKey: key.publicKey };
  return { ledger, logKey };
}

test('a proof holds without the ledger, with the bodies that were shown', () => {
  const { ledger, logKey } = provable();
  expectValue(ledger.checkpoint());
  const text = JSON.stringify(expectValue(makeProof(ledger, 2, ['log'])));
  const report = expectValue(checkProof(text, [logKey]));
  expect(report).toMatchObject({ treeSize: 4, signatureChecked: true, event: { seq: 2, data: { text: 'two' } } });
  expect(Buffer.from(report.payloads[0]?.body ?? []).toString()).toBe('what happened');
  expect(expectValue(checkProof(text, [])).signatureChecked).toBe(false);
});

test('an event that no checkpoint covers cannot be proven yet', () => {
  const { ledger } = provable();
  expect(expectProblem(makeProof(ledger, 2, [])).code).toBe('event-not-signed');
  expect(expectProblem(makeProof(ledger, 99, [])).code).toBe('event-not-found');
});

const changes: readonly [string, (proof: ProofFile) => Partial<ProofFile>][] = [
  ['the event', ({ event }) => ({ event: event.replace('two', 'ten') })],
  ['its place', () => ({ seq: 1 })],
  ['the path', ({ path }) => ({ path: path.toReversed() })],
  ['the tree size', () => ({ tree_size: 3 })],
  ['the root', ({ checkpoint }) => ({ checkpoint: checkpoint.replace(/\n[A-Za-z0-9+/]{4}/, '\nAAAA') })],
  ['the body', ({ payloads }) => ({ payloads: payloads.map((one) => ({ ...one, body: 'AAAA' })) })],
  ['the salt', ({ payloads }) => ({ payloads: payloads.map((one) => ({ ...one, salt: '' })) })],
];

test.each(changes)('a proof with another %s does not hold', (_what, change) => {
  const { ledger, logKey } = provable();
  expectValue(ledger.checkpoint());
  const proof = expectValue(makeProof(ledger, 2, ['log']));
  const changed = JSON.stringify({ ...proof, ...change(proof) });
  expect(changed).not.toBe(JSON.stringify(proof));
  expect(expectProblem(checkProof(changed, [logKey])).code).toBe('proof-false');
});

test('a proof under another key does not hold, and what is no proof is said to be none', () => {
  const { ledger, logKey } = provable();
  expectValue(ledger.checkpoint());
  const text = JSON.stringify(expectValue(makeProof(ledger, 2, [])));
  const stranger = { ...logKey, publicKey: freshKey().publicKey };
  expect(expectProblem(checkProof(text, [stranger])).code).toBe('proof-false');
  const witness: NoteVerifier = { ...stranger, kind: 'cosignature', name: 'nobody' };
  expect(expectProblem(checkProof(text, [logKey, witness]))).toMatchObject({ code: 'proof-false', message: /nobody/ });
  expect(expectProblem(checkProof('{}', [])).code).toBe('proof-malformed');
  expect(expectProblem(checkProof('no', [])).code).toBe('proof-malformed');
});
