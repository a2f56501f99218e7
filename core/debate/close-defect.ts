import { fail, ok, type Result } from '../problem/index.ts';
import type { DecidingRole } from '../review/index.ts';
import type { Defect } from './defect.ts';

/** How a defect leaves OPEN, by whom and why. `role` is that of a person; null for an agent. */
export interface DefectClosing {
  readonly status: 'CURED' | 'WAIVED';
  readonly actor: string;
  readonly role: DecidingRole | null;
  readonly reason: string;
}

/** Whether this role may waive a defect (D9). */
export function mayWaive(role: DecidingRole | null): boolean {
  return role === 'PARTNER' || role === 'ADMIN';
}

/**
 * A defect leaves OPEN once (D9). Cured: its cause is gone, or it turned out to be none. Waived: it is there and
 * somebody answers for going on all the same. Errors: `defect-closed`, `role-too-low` (waiving needs PARTNER or ADMIN),
 * `reason-required`, `actor-required`.
 */
export function closeDefect(defect: Defect, { status, actor, role, reason }: DefectClosing): Result<Defect> {
  if (defect.status !== 'OPEN') {
    const by = `${defect.closed_by ?? 'unknown'}: ${defect.closed_reason ?? 'no reason'}`;
    return fail('defect-closed', `The defect is already ${defect.status} by ${by}`, defect.defect_id);
  }
  if (status === 'WAIVED' && !mayWaive(role)) {
    return fail('role-too-low', 'Only a PARTNER or an ADMIN may waive a defect', defect.defect_id);
  }
  if (reason.trim() === '')
    return fail('reason-required', 'Say in a sentence why the defect is closed', defect.defect_id);
  if (actor.trim() === '') return fail('actor-required', 'Say who closes the defect', defect.defect_id);
  return ok({ ...defect, status, closed_by: actor, closed_reason: reason.trim() });
}
