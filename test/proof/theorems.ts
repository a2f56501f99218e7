/** `docs/theorems.md`, written from the certified book: every claim with its sentence, statement and witness. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quiet, runAcl2 } from './acl2.ts';
import { bookNames } from './books.ts';

export interface Theorem {
  readonly name: string;
  readonly sentence: string;
  /** As the certified book has it. */
  readonly statement: string;
  /** Values for which its hypotheses hold; null when it has none. */
  readonly witness: string | null;
  /** The book that states it. */
  readonly book: string;
}

/** Every claim of the certified book in the folder, in the order of its books. */
export async function readTheorems(folder: string): Promise<readonly Theorem[]> {
  const output = await runAcl2(folder, [
    quiet,
    '(include-book "kernel")',
    '(set-print-case :downcase state)',
    '(set-fmt-hard-right-margin 110 state)',
    '(set-fmt-soft-right-margin 100 state)',
    '(print-claims (reverse (table-alist (quote kernel-claims) (w state))) state)',
  ]);
  const claims = output.matchAll(/^CLAIM (\S+)\n([\s\S]*?)\nSTATEMENT\n([\s\S]*?)\nWITNESS\n([\s\S]*?)\nEND$/gm);
  return [...claims].map(([, name = '', sentence = '', statement = '', witness = '']) => ({
    name,
    sentence: sentence.replaceAll(/\s+/g, ' '),
    statement: statement.trimEnd(),
    witness: witness.trim() === 'nil' ? null : witness.trim(),
    book: bookOf(folder, name),
  }));
}

/** The Markdown page of all theorems, by book. */
export function theoremsDocument(theorems: readonly Theorem[]): string {
  const books = [...new Set(theorems.map((theorem) => theorem.book))];
  const sections = books.map((book) => {
    const own = theorems.filter((theorem) => theorem.book === book);
    return `## ${book}.lisp\n\n${own.map(theoremSection).join('\n')}`;
  });
  return [
    '# Theorems of the decision kernel\n',
    'Written by `npm run prove` from the certified book in `core/kernel/acl2/`. Do not edit: prove again.\n',
    `${theorems.length} theorems. Where a theorem has hypotheses, certification has evaluated them on the witness ` +
      'shown: they can be met.\n',
    sections.join('\n'),
  ].join('\n');
}

function theoremSection({ name, sentence, statement, witness }: Theorem): string {
  const example = witness === null ? '' : `\nIts hypotheses hold for:\n\n\`\`\`lisp\n${witness}\n\`\`\`\n`;
  return `### ${name}\n\n${sentence}\n\n\`\`\`lisp\n${statement}\n\`\`\`\n${example}`;
}

function bookOf(folder: string, theorem: string): string {
  const states = (book: string) =>
    readFileSync(join(folder, `${book}.lisp`), 'utf8').includes(`(defclaim ${theorem}\n`);
  return bookNames(folder).find(states) ?? 'kernel';
}
