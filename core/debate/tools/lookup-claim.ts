import { z } from 'zod';
import type { Json, JsonObject } from '../../canonical/index.ts';
import type { Claim, EvidenceItem } from '../case/case-file.ts';
import type { ClaimRegistry, ClaimStanding } from '../claim-registry.ts';
import { withArguments } from './arguments.ts';
import { findClaim } from './claim-access.ts';

const schema = z.object({
  claim_id: z.string(),
  include_sanad: z.boolean().nullish(),
  include_evidence: z.boolean().nullish(),
});

/** A claim with its grade and verdict, and on request its chains and evidence (seed 002 §4.1). */
export const lookupClaim = withArguments(schema, (wanted, world) => {
  const found = findClaim(wanted.claim_id, world);
  if (!found.ok) return found;
  const { registry } = world;
  const standing = registry.standing(found.claim.claim_id);
  if (standing === null) throw new Error('bug: a claim of the registry has no standing');
  return {
    ok: true,
    result: {
      claim: claimJson(found.claim, standing),
      ...(wanted.include_sanad === true ? { sanad: sanadJson(standing) } : {}),
      ...(wanted.include_evidence === true ? { evidence: evidenceJson(standing, registry) } : {}),
    },
  };
});

/** The shape in which tools show a claim. */
export function claimJson(claim: Claim, standing: ClaimStanding): JsonObject {
  return {
    claim_id: claim.claim_id,
    claim_text: claim.claim_text,
    claim_class: claim.claim_class,
    value_struct: claim.value,
    claim_grade: standing.claim_grade,
    claim_verdict: standing.claim_verdict,
    corroboration_status: standing.corroboration_status,
    material: claim.material,
    stated_by: claim.stated_by,
    stated_on: claim.stated_on,
    calc_id: claim.calc_id,
    defects: standing.defects.map(({ defect_id, defect_type, severity, status }) => ({
      defect_id,
      defect_type,
      severity,
      status,
    })),
  };
}

function sanadJson(standing: ClaimStanding): Json {
  return {
    corroboration_status: standing.corroboration_status,
    independent_chains: standing.independent_chains,
    chains: standing.chains.map((chain) => ({
      chain_id: chain.chain_id,
      implied: chain.implied,
      grade: chain.grade,
      origins: [...chain.origins].sort(),
      links: chain.links.map((link) => ({ ...link })),
    })),
  };
}

function evidenceJson(standing: ClaimStanding, registry: ClaimRegistry): Json {
  const items = new Set(standing.chains.flatMap((chain) => chain.evidence));
  return [...items].map((item) => evidenceItemJson(item, registry));
}

/** The shape in which tools show an evidence item. */
export function evidenceItemJson(item: EvidenceItem, registry: ClaimRegistry): JsonObject {
  return {
    evidence_id: item.evidence_id,
    source_span: spanJson(item),
    source_grade: registry.sourceGrade(item),
    text: item.text,
    value_struct: item.value,
  };
}

/** A place without the fields that were left out: they are no JSON. */
export function spanJson({ source_span: span }: EvidenceItem): JsonObject {
  return Object.fromEntries(
    Object.entries(span).flatMap(([field, member]) => (member === undefined ? [] : [[field, member] as const])),
  );
}
