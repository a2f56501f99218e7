import type { CaseFile } from '../case/case-file.ts';
import type { CaseIndex } from '../case/case-index.ts';

/** Keeps what was made of a case: five roles look at the same case in every round. */
export function oncePerCase<I extends CaseIndex, T>(make: (index: I) => T): (index: I) => T {
  const made = new WeakMap<CaseFile, { readonly value: T }>();
  return (index) => {
    const known = made.get(index.caseFile) ?? { value: make(index) };
    made.set(index.caseFile, known);
    return known.value;
  };
}
