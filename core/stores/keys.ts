import { fail, ok, type Result } from '../problem/index.ts';

/** The longest key, and the longest segment once it is encoded for a file name. */
const maxKey = 1000;
const maxSegment = 240;

/**
 * Checks a key (S1): segments separated by `/`, none empty, `.` or `..`, no control characters. What passes is safe as
 * a path below a folder. Error: `key-invalid`.
 */
export function checkKey(key: string): Result<string> {
  if (key === '') return wrong(key, 'is empty');
  if (key.length > maxKey) return wrong(key, `is longer than ${maxKey} characters`);
  if (!key.isWellFormed() || /\p{Cc}/u.test(key)) return wrong(key, 'has control characters');
  for (const segment of key.split('/')) {
    if (segment === '') return wrong(key, 'is absolute or has an empty part');
    if (segment === '.' || segment === '..') return wrong(key, 'leads outside');
    if (encodeSegment(segment).length > maxSegment) return wrong(key, 'has a part that is too long');
  }
  return ok(key);
}

function wrong(key: string, why: string): Result<never> {
  return fail('key-invalid', `The key ${JSON.stringify(key.slice(0, 80))} ${why}`);
}

/** As `checkKey`, for what `list` is asked: one `/` at the end is fine, and nothing means everything. */
export function checkPrefix(prefix: string): Result<string> {
  if (prefix === '') return ok('');
  return checkKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}

/** Whether a key is the prefix or lies below it: `exec-1` never takes in `exec-10`. */
export function isUnder(key: string, prefix: string): boolean {
  if (prefix === '') return true;
  if (prefix.endsWith('/')) return key.startsWith(prefix);
  return key === prefix || key.startsWith(`${prefix}/`);
}

/** One segment as a file name that differs even where files ignore case. */
export function encodeSegment(segment: string): string {
  return segment.replace(/[^a-z0-9_.-]/g, (character) =>
    [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
