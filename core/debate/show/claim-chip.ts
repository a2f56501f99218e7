import type { ClaimChip } from '../../api/index.ts';
import type { ClaimRegistry, ClaimStanding } from '../claim-registry.ts';
import type { DefectSeverity } from '../defect.ts';

const mostCharacters = 300;

/** A claim as small as it stands on a message; null for an id that the registry does not know. */
export function claimChip(registry: ClaimRegistry, claimId: string): ClaimChip | null {
  const [claim, standing] = [registry.claim(claimId), registry.standing(claimId)];
  if (claim === null || standing === null) return null;
  return {
    claimId: claim.claim_id,
    text: claim.claim_text.slice(0, mostCharacters),
    grade: standing.claim_grade,
    verdict: standing.claim_verdict,
    corroboration: standing.corroboration_status,
    material: claim.material,
    openDefects: {
      fatal: countOpen(standing, 'FATAL'),
      major: countOpen(standing, 'MAJOR'),
      minor: countOpen(standing, 'MINOR'),
    },
  };
}

/** How many open defects of a severity a claim has. */
export function countOpen({ defects }: Pick<ClaimStanding, 'defects'>, severity: DefectSeverity): number {
  return defects.filter((defect) => defect.status === 'OPEN' && defect.severity === severity).length;
}
