import type { Dimension, Severity, Violation } from '../result.ts';

/** V4: style warns, everything else is an error. */
export const severities: Readonly<Record<Dimension, Severity>> = {
  scope: 'error',
  hallucination: 'error',
  style: 'warning',
  semantics: 'error',
  complexity: 'error',
};

export interface Finding {
  readonly dimension: Dimension;
  readonly type: string;
  readonly rule: string;
  readonly symbol: string;
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
  readonly suggestion?: string;
  readonly severity?: Severity;
}

/** A violation with the severity of its dimension unless it has its own. */
export function violation(finding: Finding): Violation {
  const { suggestion, severity, ...rest } = finding;
  return { ...rest, suggestion: suggestion ?? null, severity: severity ?? severities[finding.dimension] };
}

/** What head has and base has not, matched by rule, file and symbol, as often as it occurs (V2). */
export function introduced(head: readonly Violation[], base: readonly Violation[]): readonly Violation[] {
  const known = new Map<string, number>();
  for (const old of base) known.set(keyOf(old), (known.get(keyOf(old)) ?? 0) + 1);
  return head.filter((found) => {
    const left = known.get(keyOf(found)) ?? 0;
    if (left === 0) return true;
    known.set(keyOf(found), left - 1);
    return false;
  });
}

function keyOf({ rule, file, symbol }: Violation): string {
  return JSON.stringify([rule, file, symbol]);
}
