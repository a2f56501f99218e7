/** ACL2 books: copied into a fresh folder and certified there, each after what it includes. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAcl2 } from './acl2.ts';

/** The books of the kernel. */
const kernelBooks = fileURLToPath(new URL('../../core/kernel/acl2/', import.meta.url));

/** Certificates refer to each other by absolute path, so a set of books lives and dies in one folder. */
export async function withBooks<T>(use: (folder: string) => Promise<T>, source: string = kernelBooks): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-proof-'));
  try {
    for (const file of readdirSync(source)) copyFileSync(join(source, file), join(folder, file));
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The books in a folder, without their ending. */
export function bookNames(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.lisp'))
    .map((file) => file.slice(0, -'.lisp'.length));
}

export interface BookFailure {
  readonly book: string;
  /** The end of what ACL2 printed. */
  readonly output: string;
}

/**
 * Certifies these books and what they include, two at a time. Gives the books that failed, and what was left undone.
 */
export async function certifyBooks(folder: string, books: readonly string[]): Promise<readonly BookFailure[]> {
  const needed = withIncluded(folder, books);
  const done = new Set<string>();
  const started = new Set<string>();
  const failures: BookFailure[] = [];
  const work = async (): Promise<void> => {
    for (;;) {
      if (failures.length > 0) return;
      const book = needed.find(
        (name) => !started.has(name) && includedBooks(folder, name).every((one) => done.has(one)),
      );
      if (book !== undefined) {
        started.add(book);
        const failure = await certifyBook(folder, book);
        if (failure === null) done.add(book);
        else failures.push(failure);
        wake();
      } else if (started.size === needed.length) {
        return;
      } else {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    }
  };
  const waiting: (() => void)[] = [];
  const wake = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  await Promise.all([work(), work()]);
  return failures;
}

/** Certifies one book whose included books are certified; null when it succeeds. Neither skipped proofs nor axioms. */
export async function certifyBook(folder: string, book: string): Promise<BookFailure | null> {
  const output = await runAcl2(folder, [
    '(include-book "centaur/fty/portcullis" :dir :system)',
    '(include-book "std/portcullis" :dir :system)',
    '(set-inhibit-output-lst (quote (proof-tree event summary warning observation)))',
    `(certify-book "${book}" ? t :skip-proofs-okp nil :defaxioms-okp nil :ttags nil)`,
  ]);
  return existsSync(join(folder, `${book}.cert`)) ? null : { book, output: output.slice(-4_000) };
}

/** Books of the same folder that a book includes. */
function includedBooks(folder: string, book: string): readonly string[] {
  const text = readFileSync(join(folder, `${book}.lisp`), 'utf8');
  return [...text.matchAll(/\(include-book "([a-z-]+)"\)/g)].map((match) => match[1] ?? '');
}

function withIncluded(folder: string, books: readonly string[]): readonly string[] {
  const all = new Set<string>();
  const visit = (book: string): void => {
    for (const included of includedBooks(folder, book)) visit(included);
    all.add(book);
  };
  for (const book of books) visit(book);
  return [...all];
}
