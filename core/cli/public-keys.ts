import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type NoteVerifier, parseVerifierKey } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { CliContext } from './context.ts';

export const publicKeyOption = [
  '--key <key>',
  'public key of the ledger or of a witness (name+id+base64), or a file with one key a line; may be repeated',
] as const;

/** Reads keys given as text or as files. Errors: `public-key-malformed` with the key or file as place. */
export function readPublicKeys(given: readonly string[], context: CliContext): Result<readonly NoteVerifier[]> {
  const keys: NoteVerifier[] = [];
  for (const text of given) {
    const path = resolve(context.workingFolder, text);
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [text];
    for (const line of lines.filter((candidate) => candidate.trim() !== '')) {
      const key = parseVerifierKey(line);
      if (!key.ok) return fail(key.problem.code, key.problem.message, text);
      keys.push(key.value);
    }
  }
  return ok(keys);
}
