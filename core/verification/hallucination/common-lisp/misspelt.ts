import { editDistance } from '../nearest.ts';
import { standardSymbols } from './standard.ts';

/**
 * One edit, in long names of COMMON-LISP two. People hardly miss the first letter, and `%read`, `read*`, `readp`,
 * `readf` and `reads` beside `read`, and `read2` or `read-b` beside `read1` or `read-a`, are how variants are named.
 */
export function isMisspelt(name: string, near: string): boolean {
  const edits = name.length >= 9 && standardSymbols.has(near) ? 2 : 1;
  if (name.length < 4 || name[0] !== near[0] || editDistance(name, near, 3) > edits) return false;
  if (withoutMark(name) === withoutMark(near)) return false;
  const [longer, shorter] = name.length > near.length ? [name, near] : [near, name];
  return !longer.startsWith(shorter) || !/^([^a-z]|[pfs]$)/.test(longer.slice(shorter.length)) || longer === shorter;
}

/** Without numbers and without a last part of one letter: `walk-1` and `walk-p` are `walk`. */
function withoutMark(name: string): string {
  return name.replaceAll(/\d/g, '').replace(/-.?$/, '');
}
