import { editDistance } from '../nearest.ts';
import { standardSymbols } from './standard.ts';

/**
 * One edit, in long names of COMMON-LISP two. People hardly miss the first letter, and `%read`, `read*`, `readp`, `readf` and
 * `reads` beside `read`, and `read2` beside `read1`, are how variants are named.
 */
export function isMisspelt(name: string, near: string): boolean {
  const edits = name.length >= 9 && standardSymbols.has(near) ? 2 : 1;
  if (name.length < 4 || name[0] !== near[0] || editDistance(name, near, 3) > edits) return false;
  if (withoutDigits(name) === withoutDigits(near)) return false;
  const [longer, shorter] = name.length > near.length ? [name, near] : [near, name];
  return !longer.startsWith(shorter) || !/^([^a-z]|[pfs]$)/.test(longer.slice(shorter.length)) || longer === shorter;
}

function withoutDigits(name: string): string {
  return name.replaceAll(/\d/g, '');
}
