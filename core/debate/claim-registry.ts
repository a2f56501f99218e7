import { type ComputedCalculation, compute } from './calculation/compute.ts';
import type { Calculation, CaseFile, Claim, ClaimVerdict, CorroborationStatus, Grade } from './case/case-file.ts';
import { type CaseIndex, idKey, indexCase } from './case/case-index.ts';
import type { Defect } from './defect.ts';
import { chainsOf, type ResolvedChain } from './sanad/chains.ts';
import { type ChainFault, chainFaults } from './sanad/faults.ts';
import { corroborationOf, gradeClaim } from './sanad/grade.ts';
import { countIndependentChains } from './sanad/independence.ts';
import { verdictOf } from './sanad/verdict.ts';

/** How a claim stands: what carries it and what weighs against it (D10). */
export interface ClaimStanding {
  readonly claim_grade: Grade;
  readonly claim_verdict: ClaimVerdict;
  readonly corroboration_status: CorroborationStatus;
  readonly independent_chains: number;
  readonly chains: readonly ResolvedChain[];
  readonly defects: readonly Defect[];
}

/** The claims of one deal with what they rest on, to be read. Unknown ids give null. */
export interface ClaimRegistry extends CaseIndex {
  readonly tenant: string;
  readonly dealId: string;
  /** All that were flagged, whatever came of them. */
  readonly defects: readonly Defect[];
  standing(claimId: string): ClaimStanding | null;
  /** What is structurally wrong with the chains of a claim, found by computation; flagged or not. */
  chainFaults(claim: Claim): readonly ChainFault[];
  computed(calculation: Calculation): ComputedCalculation;
  /** The tenant who keeps a claim with this id; null when nobody does. */
  ownerOf(claimId: string): string | null;
  /** The same claims under other defects. */
  withDefects(defects: readonly Defect[]): ClaimRegistry;
}

export interface RegistryOptions {
  readonly defects?: readonly Defect[];
  /** Tenants of claims that are not in this case, by claim id; what they say stays unknown here (D7). */
  readonly otherOwners?: ReadonlyMap<string, string>;
}

/** The registry of a case that passed its check. Standings are worked out when they are first asked for. */
export function createClaimRegistry(caseFile: CaseFile, options: RegistryOptions = {}): ClaimRegistry {
  const others = new Map([...(options.otherOwners ?? [])].map(([id, tenant]) => [idKey(id), tenant]));
  return registryOver(indexCase(caseFile), options.defects ?? [], others);
}

function registryOver(
  index: CaseIndex,
  defects: readonly Defect[],
  others: ReadonlyMap<string, string>,
): ClaimRegistry {
  const { caseFile } = index;
  const standings = new Map<string, ClaimStanding>();
  const byClaim = Map.groupBy(defects, (defect) => idKey(defect.claim_id));
  return {
    ...index,
    tenant: caseFile.tenant,
    dealId: caseFile.deal_id,
    defects,
    standing: (claimId) => {
      const claim = index.claim(claimId);
      if (claim === null) return null;
      const key = idKey(claimId);
      const known = standings.get(key);
      if (known !== undefined) return known;
      const standing = standingOf(claim, byClaim.get(key) ?? [], index);
      standings.set(key, standing);
      return standing;
    },
    chainFaults: (claim) => chainFaults(claim, chainsOf(claim, index), index),
    computed: (calculation) => compute(calculation, index),
    ownerOf: (claimId) => (index.claim(claimId) === null ? (others.get(idKey(claimId)) ?? null) : caseFile.tenant),
    withDefects: (changed) => registryOver(index, changed, others),
  };
}

function standingOf(claim: Claim, defects: readonly Defect[], index: CaseIndex): ClaimStanding {
  const chains = chainsOf(claim, index);
  const independent = countIndependentChains(chains);
  const corroboration = corroborationOf(independent);
  return {
    claim_grade: gradeClaim(
      chains.map((chain) => chain.grade),
      corroboration,
      defects,
    ),
    claim_verdict: verdictOf(claim, chains, defects, index),
    corroboration_status: corroboration,
    independent_chains: independent,
    chains,
    defects,
  };
}
