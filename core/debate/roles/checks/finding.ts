import type { CureProtocol, DefectType } from '../../defect.ts';

/** A defect that a check found, before anybody is told. */
export interface Finding {
  readonly claimId: string;
  readonly type: DefectType;
  /** Never empty: what shows the defect (D8). */
  readonly evidenceIds: readonly string[];
  /** What was compared with what, with the values. */
  readonly description: string;
  readonly cure: CureProtocol;
  /**
   * How far the method can be trusted, 0 to 1: 0.98 compares values that the case states or computes them again, 0.9
   * compares a value with the words beside it, 0.75 infers from the shape of a table or from a threshold.
   */
  readonly certainty: number;
}

export const computed = 0.98;
export const read = 0.9;
export const inferred = 0.75;
