import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openKeyFile } from '../../../core/ledger/key-file.ts';
import type { NoteSigner, NoteVerifier } from '../../../core/ledger/note.ts';
import { witness } from '../../../core/ledger/witness.ts';
import { openWitnessMemory } from '../../../core/ledger/witness-memory.ts';
import { auditOf, freshKey } from '../../fixture/audit.ts';
import {
  expectProblem,
  expectValue,
  handClock,
  noteDraft,
  temporaryFolder,
  temporaryLedger,
} from '../../fixture/ledger.ts';
import { tamper } from '../../fixture/tamper.ts';

const agent = { kind: 'agent', id: 'a' } as const;

function signedLedger() {
  const key = freshKey();
  const clock = handClock();
  const checkpoints = { key, policy: { everyEvents: 5, everySeconds: 60 } };
  const ledger = temporaryLedger({ clock, checkpoints });
  const logKey: NoteVerifier = { name: expectValue(ledger.origin()), kind: 'note', publicKey: key.publicKey };
  return { ledger, clock, key, logKey, checkpoints };
}

test('an append signs when it is due, in its own transaction', () => {
  const { ledger, clock, logKey } = signedLedger();
  const sizes: (number | undefined)[] = [];
  const append = (actor: typeof agent | { readonly kind: 'human'; readonly id: string }) => {
    expectValue(ledger.append([noteDraft('x', { actor })]));
    sizes.push(ledger.latestCheckpoint()?.treeSize);
  };
  for (let count = 0; count < 6; count += 1) append(agent);
  append({ kind: 'human', id: 'h' });
  append(agent);
  clock.advance(60_000);
  append(agent);
  expect(sizes).toEqual([1, 1, 1, 1, 6, 6, 8, 8, 10]);
  expect(ledger.checkpointCovering(7)?.treeSize).toBe(8);
  expect(ledger.checkpointCovering(99)).toBeNull();
  expect(auditOf(ledger.path, [logKey])).toMatchObject({ ok: true, checkpoints: 4, signedEvents: 10 });
});

test('a checkpoint on demand signs what is not signed yet, once', () => {
  const { ledger } = signedLedger();
  expectValue(ledger.append([noteDraft('x', { actor: agent })]));
  const first = expectValue(ledger.checkpoint());
  expect(first).toMatchObject({ number: 2, treeSize: 2, root: ledger.root(), cosignatures: 0 });
  expect(expectValue(ledger.checkpoint())).toEqual(first);
  const keyless = temporaryLedger({ path: ledger.path });
  expect(expectProblem(keyless.checkpoint()).code).toBe('ledger-no-key');
});

test('a history that contradicts the newest checkpoint is not signed again', () => {
  const { ledger, checkpoints } = signedLedger();
  for (let count = 0; count < 5; count += 1) expectValue(ledger.append([noteDraft('x', { actor: agent })]));
  ledger.close();
  tamper(ledger.path, (database) => database.exec('UPDATE node SET hash = zeroblob(32) WHERE position = 6'));
  const again = temporaryLedger({ path: ledger.path, checkpoints });
  expect(expectProblem(again.checkpoint()).code).toBe('ledger-tampered');
  expect(expectProblem(again.append([noteDraft('a human decides')])).code).toBe('ledger-tampered');
  expect(again.size()).toBe(6);
});

function witnessNamed(name: string): { readonly signer: NoteSigner; readonly verifier: NoteVerifier } {
  const key = freshKey();
  return { signer: { name, ...key }, verifier: { name, kind: 'cosignature', publicKey: key.publicKey } };
}

test('a witness follows a ledger that only grows, and its cosignature is stored and audited', () => {
  const { ledger, logKey } = signedLedger();
  const { signer, verifier } = witnessNamed('colleague');
  const first = expectValue(ledger.checkpoint());
  const time = Date.UTC(2026, 3, 1);
  const seen = expectValue(witness({ checkpoint: first.note, oldSize: 0, proof: [] }, logKey, null, signer, time));
  for (let count = 0; count < 12; count += 1) expectValue(ledger.append([noteDraft('x')]));
  const second = expectValue(ledger.checkpoint());
  const { path } = expectValue(ledger.consistencyProof(first.treeSize, second.treeSize));
  const proof = path.map((hash) => Buffer.from(hash, 'hex'));
  const request = { checkpoint: second.note, oldSize: first.treeSize, proof };
  const { line, tree } = expectValue(witness(request, logKey, seen.tree, signer, time));
  expect(tree.treeSize).toBe(13);
  const stored = expectValue(ledger.addCosignature(`${second.note}${line}\n`, verifier));
  expect(stored).toMatchObject({ cosignatures: 1, note: `${second.note}${line}\n` });
  expect(expectValue(ledger.addCosignature(`${second.note}${line}\n`, verifier)).cosignatures).toBe(1);
  expect(auditOf(ledger.path, [logKey, verifier])).toMatchObject({ ok: true, cosignatures: 1 });
});

test('what a witness refuses, with the codes of C2SP tlog-witness', () => {
  const { ledger, logKey } = signedLedger();
  const { signer } = witnessNamed('colleague');
  const { note, treeSize } = expectValue(ledger.checkpoint());
  const request = { checkpoint: note, oldSize: 0, proof: [] };
  const refusal = (change: Partial<typeof request>, key = logKey, known: Parameters<typeof witness>[2] = null) =>
    expectProblem(witness({ ...request, ...change }, key, known, signer, 0)).code;
  const other = { treeSize, root: Buffer.alloc(32, 1) };
  expect(refusal({ checkpoint: 'x' })).toBe('witness-request-malformed');
  expect(refusal({}, { ...logKey, name: 'mizan/other' })).toBe('witness-log-unknown');
  expect(refusal({}, { ...logKey, publicKey: freshKey().publicKey })).toBe('witness-signature-invalid');
  expect(refusal({ oldSize: treeSize + 1 })).toBe('witness-request-malformed');
  expect(refusal({}, logKey, { treeSize: 9, root: other.root })).toBe('witness-size-conflict');
  expect(refusal({ oldSize: treeSize }, logKey, other)).toBe('witness-root-conflict');
  for (let count = 0; count < 6; count += 1) expectValue(ledger.append([noteDraft('x')]));
  const grown = { checkpoint: expectValue(ledger.checkpoint()).note, oldSize: treeSize };
  expect(refusal(grown, logKey, other)).toBe('witness-proof-invalid');
});

test('a cosignature that is not one is not stored', () => {
  const { ledger } = signedLedger();
  const { verifier } = witnessNamed('colleague');
  const { note } = expectValue(ledger.checkpoint());
  expect(expectProblem(ledger.addCosignature(note, verifier)).code).toBe('cosignature-absent');
  expect(expectProblem(ledger.addCosignature('x', verifier)).code).toBe('checkpoint-malformed');
  const other = signedLedger().ledger;
  expect(expectProblem(other.addCosignature(note, verifier)).code).toBe('checkpoint-unknown');
});

test('what a witness has signed is remembered, and a damaged memory is not guessed', () => {
  const path = join(temporaryFolder(), 'witness', 'memory.json');
  const tree = { treeSize: 7, root: Buffer.alloc(32, 7) };
  const memory = expectValue(openWitnessMemory(path));
  expect(memory.recall('mizan/a')).toBeNull();
  memory.remember('mizan/a', tree);
  expect(expectValue(openWitnessMemory(path)).recall('mizan/a')).toEqual(tree);
  expect(expectValue(openWitnessMemory(path)).recall('toString')).toBeNull();
  writeFileSync(path, '{');
  expect(expectProblem(openWitnessMemory(path)).code).toBe('witness-memory-damaged');
});

test('a key file is made once, for its owner only, and refused when others can read it', () => {
  const path = join(temporaryFolder(), 'config', 'key.pem');
  const made = expectValue(openKeyFile(path));
  expect(expectValue(openKeyFile(path)).publicKey).toEqual(made.publicKey);
  expect(readFileSync(path, 'utf8')).toContain('PRIVATE KEY');
  if (process.platform === 'win32') return;
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o644);
  expect(expectProblem(openKeyFile(path))).toMatchObject({ code: 'key-exposed', place: path });
  chmodSync(path, 0o600);
  writeFileSync(path, 'not a key');
  expect(expectProblem(openKeyFile(path)).code).toBe('key-malformed');
});
