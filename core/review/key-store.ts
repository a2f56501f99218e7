import { hash } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalBytes } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { RandomSource } from '../world/index.ts';
import {
  defaultScryptCost,
  openWithPassphrase,
  openWithSafeStorage,
  type SafeStorage,
  type SealedSeed,
  sealedSeed,
  sealWithPassphrase,
  sealWithSafeStorage,
} from './key-protection.ts';
import { type ReviewerSigner, signerFromSeed } from './signer.ts';

/** A key that this machine holds, as far as it can be told without opening it. */
export interface HeldKey {
  readonly reviewerId: string;
  /** Base64, 32 bytes. */
  readonly publicKey: string;
  readonly protection: SealedSeed['protection'];
}

/** Where the private keys of this machine's reviewers lie. */
export interface ReviewerKeyStore {
  /** Every readable key file; others are left out, for `open` names what is wrong with one. */
  list(): Promise<readonly HeldKey[]>;
  /**
   * Makes a key. With a passphrase it goes into an encrypted file; with null into the system's key store.
   * Errors: `reviewer-key-exists`, `passphrase-too-short`, `safe-storage-unavailable`, `reviewer-key-unwritable`.
   */
  create(reviewerId: string, passphrase: string | null): Promise<Result<ReviewerSigner>>;
  /**
   * Unlocks a key. Errors: `reviewer-key-missing`, `reviewer-key-malformed`, `passphrase-needed`, `wrong-passphrase`,
   * `safe-storage-unavailable`, `safe-storage-refused`.
   */
  open(reviewerId: string, passphrase: string | null): Promise<Result<ReviewerSigner>>;
}

export interface KeyStoreOptions {
  /** Made when missing, for this user only. */
  readonly folder: string;
  readonly random: RandomSource;
  /** Null outside the desktop shell. */
  readonly safeStorage: SafeStorage | null;
  /** scrypt's N; less than the default only in tests. */
  readonly scryptCost?: number;
}

const keyFile = z.strictObject({
  format: z.literal('mizan-reviewer-key/1'),
  reviewer_id: z.string(),
  public_key: z.base64(),
  seed: sealedSeed,
});
type KeyFile = z.infer<typeof keyFile>;

const shortestPassphrase = 8;

/** Where the key files lie inside the folder of this user's configuration. */
export function reviewerKeyFolder(configFolder: string): string {
  return join(configFolder, 'reviewers');
}

/** Key files in one folder, each readable by its user only. */
export function reviewerKeyStore(options: KeyStoreOptions): ReviewerKeyStore {
  const { folder, random, safeStorage, scryptCost = defaultScryptCost } = options;
  return {
    list: () => listKeys(folder),
    create: async (reviewerId, passphrase) => {
      if (passphrase !== null && passphrase.length < shortestPassphrase) {
        return fail('passphrase-too-short', `A passphrase needs at least ${shortestPassphrase} characters`);
      }
      const seed = random.bytes(32);
      const signer = signerFromSeed(reviewerId, seed);
      const bound = boundBytes(reviewerId, signer.publicKey);
      const sealed =
        passphrase === null
          ? sealWithSafeStorage(seed, safeStorage)
          : ok(await sealWithPassphrase(seed, passphrase, bound, random, scryptCost));
      seed.fill(0);
      if (!sealed.ok) return sealed;
      const written = await writeKey(folder, {
        format: 'mizan-reviewer-key/1',
        reviewer_id: reviewerId,
        public_key: signer.publicKey,
        seed: sealed.value,
      });
      return written.ok ? ok(signer) : written;
    },
    open: async (reviewerId, passphrase) => {
      const path = join(folder, fileName(reviewerId));
      const file = await readKey(path);
      if (!file.ok) return file;
      if (file.value.reviewer_id !== reviewerId) {
        return fail('reviewer-key-malformed', `The key file is ${file.value.reviewer_id}'s, not ${reviewerId}'s`, path);
      }
      const seed = await openSeed(file.value, passphrase, safeStorage);
      if (!seed.ok) return seed;
      const signer = signerFromSeed(reviewerId, seed.value);
      if (signer.publicKey === file.value.public_key) return ok(signer);
      return fail('reviewer-key-malformed', 'The public and the private half of this key file do not fit', path);
    },
  };
}

async function openSeed(
  file: KeyFile,
  passphrase: string | null,
  safeStorage: SafeStorage | null,
): Promise<Result<Uint8Array>> {
  if (file.seed.protection === 'safe-storage') return openWithSafeStorage(file.seed.sealed, safeStorage);
  if (passphrase === null) {
    return fail('passphrase-needed', `The key of ${file.reviewer_id} is under a passphrase; give it to unlock the key`);
  }
  return openWithPassphrase(file.seed, passphrase, boundBytes(file.reviewer_id, file.public_key));
}

/** What the seal is tied to: a sealed seed moved into another reviewer's file does not open. */
function boundBytes(reviewerId: string, publicKey: string): Uint8Array {
  return canonicalBytes({ format: 'mizan-reviewer-key/1', reviewer_id: reviewerId, public_key: publicKey });
}

/** Readable, and safe on every file system whatever the id holds. */
function fileName(reviewerId: string): string {
  const readable = reviewerId.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 40);
  return `${readable}-${hash('sha256', reviewerId, 'hex').slice(0, 16)}.json`;
}

async function listKeys(folder: string): Promise<readonly HeldKey[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => readKey(join(folder, name))),
  );
  return files
    .filter((file) => file.ok)
    .map(({ value }) => ({
      reviewerId: value.reviewer_id,
      publicKey: value.public_key,
      protection: value.seed.protection,
    }));
}

async function readKey(path: string): Promise<Result<KeyFile>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing) return fail('reviewer-key-missing', 'This machine does not hold the key of this reviewer', path);
    return fail('reviewer-key-unreadable', `The key file cannot be read: ${messageOf(error)}`, path);
  }
  try {
    return ok(keyFile.parse(JSON.parse(text)));
  } catch {
    return fail('reviewer-key-malformed', 'This is not a whole Mizan key file; restore it from a copy', path);
  }
}

/** Writes beside the place and links it there, so that neither a half file nor an overwritten key can be left. */
async function writeKey(folder: string, content: KeyFile): Promise<Result<null>> {
  const path = join(folder, fileName(content.reviewer_id));
  const staging = `${path}.${process.pid}.new`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(staging, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(staging, path);
    return ok(null);
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (exists) return fail('reviewer-key-exists', `${content.reviewer_id} has a key here already`, path);
    return fail('reviewer-key-unwritable', `The key file cannot be written: ${messageOf(error)}`, path);
  } finally {
    await rm(staging, { force: true });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
