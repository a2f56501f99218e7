import { editDistance } from '../nearest.ts';
import { standardSymbols } from './standard.ts';

/**
 * One edit, in long names of COMMON-LISP two. People hardly miss the first letter, and `%read`, `read*`, `read-p` and `reads`
 * beside `read` are how variants are named.
 */
export function isMisspelt(name: string, near: string): boolean {
  const edits = name.length >= 9 && standardSymbols.has(near) ? 2 : 1;
  if (name.length < 4 || name[0] !== near[0] || editDistance(name, near, 3) > edits) return false;
  const [longer, shorter] = name.length > near.length ? [name, near] : [near, name];
  return !longer.startsWith(shorter) || !/^([^a-z]|p|s)/.test(longer.slice(shorter.length)) || longer === shorter;
}
