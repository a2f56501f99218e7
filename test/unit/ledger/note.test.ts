import { expect, test } from 'vitest';
import { checkpointText, isCheckpointDue, parseCheckpoint } from '../../../core/ledger/checkpoint.ts';
import { checkCosignature, cosign } from '../../../core/ledger/cosignature.ts';
import {
  checkNote,
  formatVerifierKey,
  keyId,
  type NoteVerifier,
  parseNote,
  parseVerifierKey,
  signNote,
} from '../../../core/ledger/note.ts';
import { freshKey } from '../../fixture/audit.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';

// The example of golang.org/x/mod/sumdb/note, made by another implementation.
const foreignKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const foreignNote =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

test('a note and a key of another implementation are read and hold', () => {
  const key = expectValue(parseVerifierKey(foreignKey));
  expect(formatVerifierKey(key)).toBe(foreignKey);
  expect(checkNote(expectValue(parseNote(foreignNote)), key)).toBe('valid');
  const changed = foreignNote.replace('the answer', 'an answer');
  expect(checkNote(expectValue(parseNote(changed)), key)).toBe('invalid');
});

test.each([
  'PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  'PeterNeumann+c74f20a3+AhpC2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  'Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  'nonsense',
])('a key that is not one: %s', (text) => {
  expect(expectProblem(parseVerifierKey(text)).code).toBe('public-key-malformed');
});

const head = { origin: 'mizan/test', treeSize: 7, root: Buffer.alloc(32, 9) };

test('a checkpoint says origin, size and root, and is read back', () => {
  const key = freshKey();
  const note = signNote(checkpointText(head), { name: head.origin, ...key });
  expect(note.split('\n').slice(0, 4)).toEqual(['mizan/test', '7', head.root.toString('base64'), '']);
  const parsed = expectValue(parseCheckpoint(note));
  expect(parsed.head).toEqual(head);
  const verifier: NoteVerifier = { name: head.origin, kind: 'note', publicKey: key.publicKey };
  expect(checkNote(parsed.note, verifier)).toBe('valid');
  expect(checkNote(parsed.note, { ...verifier, publicKey: freshKey().publicKey })).toBe('absent');
});

test.each([
  ['no signature', 'mizan/test\n7\nCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=\n'],
  ['a size with a leading zero', 'o\n07\nCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=\n\n— o AAAAAAA=\n'],
  ['a root of 31 bytes', 'o\n7\nCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQ==\n\n— o AAAAAAA=\n'],
])('a checkpoint with %s is malformed', (_what, text) => {
  expect(expectProblem(parseCheckpoint(text)).code).toBe('checkpoint-malformed');
});

test('a cosignature covers the checkpoint and the time', () => {
  const key = freshKey();
  const text = checkpointText(head);
  const time = Date.UTC(2026, 5, 1);
  const log = signNote(text, { name: head.origin, ...freshKey() });
  const line = cosign(text, { name: 'witness', ...key }, time);
  const witness: NoteVerifier = { name: 'witness', kind: 'cosignature', publicKey: key.publicKey };
  const note = expectValue(parseNote(`${log}${line}\n`));
  expect(checkCosignature(note, witness)).toEqual({ state: 'valid', time });
  expect(checkCosignature({ ...note, text: text.replace('7', '8') }, witness)).toEqual({ state: 'invalid' });
  expect(checkCosignature(note, { ...witness, name: 'other' })).toEqual({ state: 'absent' });
  // The same key as a log and as a witness has two ids, so neither signature can stand for the other.
  expect(keyId(witness)).not.toBe(keyId({ ...witness, kind: 'note' }));
});

test('a checkpoint is due after so many events, so many seconds, or a human decision', () => {
  const policy = { everyEvents: 10, everySeconds: 60 };
  const by = (kind: 'human' | 'agent') => [
    { seq: 1, at: '', type: 'a.b', actor: { kind, id: 'x' }, subject: 's', data: {}, payloads: [] },
  ];
  expect(isCheckpointDue(policy, { events: 9, milliseconds: 59_999 }, by('agent'))).toBe(false);
  expect(isCheckpointDue(policy, { events: 10, milliseconds: 0 }, by('agent'))).toBe(true);
  expect(isCheckpointDue(policy, { events: 1, milliseconds: 60_000 }, by('agent'))).toBe(true);
  expect(isCheckpointDue(policy, { events: 1, milliseconds: 0 }, by('human'))).toBe(true);
  expect(isCheckpointDue(policy, { events: 0, milliseconds: 1e9 }, by('human'))).toBe(false);
});
