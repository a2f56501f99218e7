import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addReviewer, reviewerKeyStore, rosterOf, type SafeStorage } from '../../../core/review/index.ts';
import { gateLedger } from '../../fixture/gates.ts';
import { countingRandom, expectProblem, expectValue, temporaryFolder } from '../../fixture/ledger.ts';

const passphrase = 'correct horse battery';

function store(folder = join(temporaryFolder(), 'reviewers'), safeStorage: SafeStorage | null = null, seed = 3) {
  const keys = reviewerKeyStore({ folder, random: countingRandom(seed), safeStorage, scryptCost: 1024 });
  return { folder, keys };
}

/** Stands in for the system: reversible, and refuses what it did not seal. */
function fakeSafeStorage(protective = true): SafeStorage {
  const flip = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0x5a);
  return {
    isProtective: () => protective,
    encrypt: (plain) => Uint8Array.from([1, ...flip(plain)]),
    decrypt: (sealed) => {
      if (sealed[0] !== 1) throw new Error('not sealed here');
      return flip(sealed.slice(1));
    },
  };
}

function onlyFile(folder: string): string {
  const [name, ...rest] = readdirSync(folder);
  expect(rest).toEqual([]);
  return join(folder, String(name));
}

describe('passphrase file', () => {
  it('gives back the same key, and to this user only', async () => {
    const { folder, keys } = store();
    const made = expectValue(await keys.create('sam', passphrase));
    const opened = expectValue(await keys.open('sam', passphrase));
    expect(opened.publicKey).toBe(made.publicKey);
    expect(opened.sign(Buffer.from('x'))).toEqual(made.sign(Buffer.from('x')));
    expect(statSync(onlyFile(folder)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await keys.list()).toEqual([
      { reviewerId: 'sam', publicKey: made.publicKey, protection: 'passphrase-file' },
    ]);
  });

  it('names a wrong, a missing and a short passphrase', async () => {
    const { keys } = store();
    expect(expectProblem(await keys.create('sam', 'short')).code).toBe('passphrase-too-short');
    expectValue(await keys.create('sam', passphrase));
    expect(expectProblem(await keys.open('sam', 'wrong horse battery')).code).toBe('wrong-passphrase');
    expect(expectProblem(await keys.open('sam', null)).code).toBe('passphrase-needed');
    expect(expectProblem(await keys.open('kim', passphrase)).code).toBe('reviewer-key-missing');
  });

  it('never overwrites a key', async () => {
    const { folder, keys } = store();
    const made = expectValue(await keys.create('sam', passphrase));
    expect(expectProblem(await keys.create('sam', passphrase)).code).toBe('reviewer-key-exists');
    expect(expectValue(await keys.open('sam', passphrase)).publicKey).toBe(made.publicKey);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('opens only under the name and the key it was sealed for', async () => {
    const { folder, keys } = store();
    expectValue(await keys.create('sam', passphrase));
    const path = onlyFile(folder);
    const file = JSON.parse(readFileSync(path, 'utf8'));
    const other = expectValue(await store(undefined, null, 9).keys.create('sam', passphrase));
    writeFileSync(path, JSON.stringify({ ...file, public_key: other.publicKey }));
    expect(expectProblem(await keys.open('sam', passphrase)).code).toBe('wrong-passphrase');
    writeFileSync(path, JSON.stringify({ ...file, reviewer_id: 'kim' }));
    expect(expectProblem(await keys.open('sam', passphrase)).code).toBe('reviewer-key-malformed');
    writeFileSync(path, '{"format": ');
    expect(expectProblem(await keys.open('sam', passphrase)).code).toBe('reviewer-key-malformed');
    expect(await keys.list()).toEqual([]);
  });

  it('refuses a file that would burn the machine', async () => {
    const { folder, keys } = store();
    expectValue(await keys.create('sam', passphrase));
    const path = onlyFile(folder);
    const text = readFileSync(path, 'utf8').replace('"cost": 1024', '"cost": 1073741824');
    writeFileSync(path, text);
    expect(expectProblem(await keys.open('sam', passphrase)).code).toBe('reviewer-key-malformed');
  });

  it('keeps odd ids inside the folder', async () => {
    const { folder, keys } = store();
    const ids = ['../../etc/passwd', '..', 'a/b', 'a-b', 'ü', 'x'.repeat(200)];
    for (const id of ids) expectValue(await keys.create(id, passphrase));
    expect(readdirSync(folder)).toHaveLength(ids.length);
    for (const id of ids) expectValue(await keys.open(id, passphrase));
  });
});

describe('safe storage', () => {
  it('needs no passphrase', async () => {
    const { folder, keys } = store(undefined, fakeSafeStorage());
    const made = expectValue(await keys.create('sam', null));
    expect(expectValue(await keys.open('sam', null)).publicKey).toBe(made.publicKey);
    expect((await keys.list())[0]?.protection).toBe('safe-storage');
    const path = onlyFile(folder);
    const file = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...file, seed: { ...file.seed, sealed: 'AAAA' } }));
    expect(expectProblem(await keys.open('sam', null)).code).toBe('safe-storage-refused');
  });

  it.each([null, fakeSafeStorage(false)])('is refused where it does not protect', async (safeStorage) => {
    const { folder, keys } = store(undefined, safeStorage);
    expect(expectProblem(await keys.create('sam', null)).code).toBe('safe-storage-unavailable');
    const protectedStore = store(folder, fakeSafeStorage());
    expectValue(await protectedStore.keys.create('sam', null));
    expect(expectProblem(await keys.open('sam', null)).code).toBe('safe-storage-unavailable');
  });
});

describe('addReviewer', () => {
  it('makes a key only when somebody who may vouch does', async () => {
    const { ledger, root } = gateLedger();
    const { keys } = store();
    const sam = { reviewerId: 'sam', name: 'Sam', role: 'ANALYST' } as const;
    const problem = expectProblem(await addReviewer(ledger, keys, sam, passphrase, null));
    expect(problem.code).toBe('enrolment-needs-voucher');
    expect(await keys.list()).toEqual([]);
    const signer = expectValue(await addReviewer(ledger, keys, sam, passphrase, root));
    expect(expectValue(rosterOf(ledger)).get('sam')?.publicKey).toBe(signer.publicKey);
  });

  it('takes the key that is there, for another ledger or after a crash', async () => {
    const { keys } = store();
    const made = expectValue(await keys.create('sam', passphrase));
    const { ledger, root } = gateLedger();
    const sam = { reviewerId: 'sam', name: 'Sam', role: 'ANALYST' } as const;
    expect(expectProblem(await addReviewer(ledger, keys, sam, 'wrong horse battery', root)).code).toBe(
      'wrong-passphrase',
    );
    expect(expectValue(await addReviewer(ledger, keys, sam, passphrase, root)).publicKey).toBe(made.publicKey);
  });
});
