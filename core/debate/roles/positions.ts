import type { ClaimRegistry } from '../claim-registry.ts';
import { type DefectType, defectSeverity } from '../defect.ts';

/** Where a role by rules can stand. Neither round nor role is in the words, so that positions can be compared (D2). */
export type Position = 'support' | 'support with corrections' | 'undecided' | 'oppose';

interface Fault {
  readonly claimId: string;
  readonly type: DefectType;
}

/** With more than this part of the claims at fault the whole is not to be relied on. */
const tooMany = 0.25;

/**
 * What follows from faults: none is support; a FATAL or MAJOR one on a material claim, or faults in more than a quarter
 * of all claims, is opposition; anything else is support once it is put right.
 */
export function positionOn(faults: readonly Fault[], registry: ClaimRegistry): Position {
  if (faults.length === 0) return 'support';
  const claims = new Set(faults.map((fault) => fault.claimId));
  const grave = faults.some(
    ({ claimId, type }) => defectSeverity[type] !== 'MINOR' && registry.claim(claimId)?.material === true,
  );
  return grave || claims.size > registry.caseFile.claims.length * tooMany ? 'oppose' : 'support with corrections';
}
