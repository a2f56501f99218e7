import type { Role } from '../api/index.ts';

/** The roles that may decide, least first (G5). */
export const decidingRoles = ['ANALYST', 'IC_MEMBER', 'PARTNER', 'ADMIN'] as const;
export type DecidingRole = (typeof decidingRoles)[number];

/** AUDITOR only reads and INTEGRATION_SERVICE only requests; an unknown word may nothing (G5). */
export function mayDecide(role: string): role is DecidingRole {
  return (decidingRoles as readonly string[]).includes(role);
}

/** Whether `role` is at least `least` in ANALYST < IC_MEMBER < PARTNER < ADMIN. */
export function isAtLeast(role: DecidingRole, least: DecidingRole): boolean {
  return decidingRoles.indexOf(role) >= decidingRoles.indexOf(least);
}

/** The highest deciding role among these, or null when none of them may decide. */
export function highestDecidingRole(roles: readonly Role[]): DecidingRole | null {
  const present: readonly DecidingRole[] = roles.filter(mayDecide);
  return decidingRoles.findLast((role) => present.includes(role)) ?? null;
}

/**
 * The form in which two reviewer or requester ids are compared. `Sam` and `sam` are one voter, so that a second
 * spelling of a name is neither a second vote nor a way round "no self-review".
 */
export function identityKey(id: string): string {
  return id.normalize('NFKC').toLowerCase().trim();
}
