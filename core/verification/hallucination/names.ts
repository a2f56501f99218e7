import { violation } from '../dimensions/findings.ts';
import type { Violation } from '../result.ts';

/** A name that nothing defines. */
export function unknownName(about: {
  readonly rule: 'name' | 'member' | 'import' | 'package' | 'arity';
  readonly file: string;
  readonly line: number;
  readonly symbol: string;
  readonly message: string;
  readonly nearest: string | null;
}): Violation {
  const { rule, nearest, ...rest } = about;
  return violation({
    dimension: 'hallucination',
    type: 'hallucination',
    rule: `hallucination/${rule}`,
    ...rest,
    ...(nearest === null ? {} : { suggestion: `Check for '${nearest}'` }),
  });
}
