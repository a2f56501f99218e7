import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '../problem/index.ts';
import type { CliContext } from './context.ts';
import type { Prompt } from './prompt.ts';

/** Where one passphrase may come from, first to last. */
export interface PassphraseSource {
  /** A file whose first line it is. */
  readonly file: string | undefined;
  /** The name of an environment variable. */
  readonly variable: string;
  /** The question on the terminal: whose key it is. */
  readonly question: string;
  /** Ask twice: a new passphrase that nothing else can check. */
  readonly confirm: boolean;
}

/** Errors: `passphrase-file-unreadable`, `passphrase-needed`, `passphrases-differ`. */
export async function readPassphrase(
  context: CliContext,
  prompt: Prompt,
  source: PassphraseSource,
): Promise<Result<string>> {
  if (source.file !== undefined) return passphraseOfFile(resolve(context.workingFolder, source.file));
  const given = context.environment[source.variable];
  if (given !== undefined && given !== '') return ok(given);
  const typed = await prompt.secret(`${source.question}: `);
  if (typed === null || typed === '') {
    return fail(
      'passphrase-needed',
      `${source.question} is needed: set $${source.variable}, give the file that holds it, or use a terminal`,
    );
  }
  if (source.confirm && (await prompt.secret('Once more: ')) !== typed) {
    return fail('passphrases-differ', 'The two passphrases are not the same; nothing was changed');
  }
  return ok(typed);
}

function passphraseOfFile(path: string): Result<string> {
  try {
    const [line = ''] = readFileSync(path, 'utf8').split(/\r?\n/, 1);
    return line === '' ? fail('passphrase-file-unreadable', 'The first line of this file is empty', path) : ok(line);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail('passphrase-file-unreadable', `The passphrase file cannot be read: ${why}`, path);
  }
}
