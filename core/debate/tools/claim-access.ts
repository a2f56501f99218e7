import type { Claim } from '../case/case-file.ts';
import { failed, type ToolFailure, type ToolWorld } from './tool.ts';

/** The claim, when it is there and the tenant's own. Errors: `ClaimNotFoundError`, `TenantAccessError` (D7). */
export function findClaim(
  claimId: string,
  { registry, tenant }: ToolWorld,
): { readonly ok: true; readonly claim: Claim } | ToolFailure {
  const owner = registry.ownerOf(claimId);
  const claim = registry.claim(claimId);
  if (owner !== null && owner !== tenant) return failed('TenantAccessError', 'This claim belongs to another tenant');
  if (claim === null) return failed('ClaimNotFoundError', 'There is no claim with this id');
  return { ok: true, claim };
}
