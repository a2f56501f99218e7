/** Why a challenge is frivolous, in the order in which it is looked at (seed 002 §6.3, D8). */
export const challengeReasons = {
  claims: 'Challenge must reference specific claim_ids',
  defect: 'Challenge must specify defect type',
  evidence: 'Challenge must cite evidence for claimed defect',
} as const;

export type ChallengeValidity =
  | { readonly valid: true; readonly reason: null }
  | { readonly valid: false; readonly reason: (typeof challengeReasons)[keyof typeof challengeReasons] };

/** A challenge as it may come in: any field may be absent, null or malformed. */
export interface ChallengeDraft {
  readonly claim_refs?: unknown;
  readonly defect_type?: unknown;
  readonly evidence_refs?: unknown;
}

/**
 * Whether the arbiter has to weigh a challenge (D8): it names claims, a defect, and evidence. Blank is missing. Total.
 */
export function validateChallenge(challenge: ChallengeDraft): ChallengeValidity {
  if (!namesSomething(challenge.claim_refs)) return { valid: false, reason: challengeReasons.claims };
  if (!isText(challenge.defect_type)) return { valid: false, reason: challengeReasons.defect };
  if (!namesSomething(challenge.evidence_refs)) return { valid: false, reason: challengeReasons.evidence };
  return { valid: true, reason: null };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function namesSomething(value: unknown): boolean {
  return Array.isArray(value) && value.some(isText);
}
