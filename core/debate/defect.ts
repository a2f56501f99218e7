import { z } from 'zod';

export const defectSeverities = ['FATAL', 'MAJOR', 'MINOR'] as const;
export type DefectSeverity = (typeof defectSeverities)[number];

/** Every kind of defect with how grave it is (D9). */
export const defectSeverity = {
  BROKEN_CHAIN: 'FATAL',
  CONCEALMENT: 'FATAL',
  CIRCULARITY: 'FATAL',
  INCONSISTENCY: 'MAJOR',
  ANOMALY_VS_STRONGER_SOURCES: 'MAJOR',
  UNKNOWN_SOURCE: 'MAJOR',
  MISSING_LINK: 'MAJOR',
  CHRONO_IMPOSSIBLE: 'MAJOR',
  CHAIN_GRAFTING: 'MAJOR',
  IMPLAUSIBILITY: 'MAJOR',
  STALENESS: 'MINOR',
  UNIT_MISMATCH: 'MINOR',
  TIME_WINDOW_MISMATCH: 'MINOR',
  SCOPE_DRIFT: 'MINOR',
} as const satisfies Readonly<Record<string, DefectSeverity>>;

export type DefectType = keyof typeof defectSeverity;
export const defectType = z.enum(Object.keys(defectSeverity) as [DefectType, ...DefectType[]]);

export const cureProtocols = [
  'REQUEST_SOURCE',
  'REQUIRE_REAUDIT',
  'HUMAN_ARBITRATION',
  'RECONSTRUCT_CHAIN',
  'DISCARD_CLAIM',
] as const;
export type CureProtocol = (typeof cureProtocols)[number];

/** What usually puts a defect right; the sanad breaker may name another cure. */
export const usualCure: Readonly<Record<DefectType, CureProtocol>> = {
  BROKEN_CHAIN: 'RECONSTRUCT_CHAIN',
  CONCEALMENT: 'HUMAN_ARBITRATION',
  CIRCULARITY: 'DISCARD_CLAIM',
  INCONSISTENCY: 'REQUIRE_REAUDIT',
  ANOMALY_VS_STRONGER_SOURCES: 'REQUIRE_REAUDIT',
  UNKNOWN_SOURCE: 'REQUEST_SOURCE',
  MISSING_LINK: 'RECONSTRUCT_CHAIN',
  CHRONO_IMPOSSIBLE: 'RECONSTRUCT_CHAIN',
  CHAIN_GRAFTING: 'DISCARD_CLAIM',
  IMPLAUSIBILITY: 'HUMAN_ARBITRATION',
  STALENESS: 'REQUEST_SOURCE',
  UNIT_MISMATCH: 'REQUIRE_REAUDIT',
  TIME_WINDOW_MISMATCH: 'REQUIRE_REAUDIT',
  SCOPE_DRIFT: 'REQUEST_SOURCE',
};

export const defectStatuses = ['OPEN', 'CURED', 'WAIVED'] as const;

/** A defect of a claim's evidence. It leaves OPEN once, with who and why (D9). */
export const defect = z.object({
  defect_id: z.guid(),
  claim_id: z.guid(),
  defect_type: defectType,
  severity: z.enum(defectSeverities),
  description: z.string(),
  evidence_refs: z.array(z.guid()),
  cure_protocol: z.enum(cureProtocols),
  status: z.enum(defectStatuses),
  closed_by: z.string().nullable().default(null),
  closed_reason: z.string().nullable().default(null),
});
export type Defect = Readonly<z.infer<typeof defect>>;
