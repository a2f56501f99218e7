/** What a person says about a finding. Each returns what went wrong, or null. */
import type { OperationInput, Problem } from '../../core/api/index.ts';
import { request } from '../bridge.ts';
import { announce } from './announcements.ts';
import { draftDecision } from './decision.ts';
import { refreshLedger } from './ledger-status.ts';
import { readyValue } from './loadable.ts';
import { openOverlay } from './overlay.ts';
import { goTo } from './route.ts';
import { useSession } from './session.ts';

/** Does it at once when a reviewer is unlocked, else after the unlocking. */
export function withReviewer(action: () => void): void {
  const reviewer = readyValue(useSession.getState().session)?.reviewer ?? null;
  if (reviewer === null) openOverlay('reviewer', action);
  else action();
}

/** Marks a finding as a false alarm, or takes that back; the mark is signed by the unlocked reviewer. */
export async function markFinding(input: OperationInput<'findings.mark'>): Promise<Problem | null> {
  const result = await request('findings.mark', input);
  await refreshLedger();
  if (!result.ok) return result.problem;
  announce(input.mark === 'withdrawn' ? 'It is no longer marked as a false alarm' : 'Marked as a false alarm');
  return null;
}

/** Opens the gate about the risk and goes there: the reason and the signature are given where every gate is decided. */
export async function askRisk(input: OperationInput<'findings.askRisk'>): Promise<Problem | null> {
  const result = await request('findings.askRisk', input);
  await refreshLedger();
  if (!result.ok) return result.problem;
  const { gateId } = result.value;
  draftDecision(gateId, 'approve');
  goTo('gates', gateId);
  return null;
}
