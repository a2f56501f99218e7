import type { DebateState } from './debate-state.ts';
import type { HumanDecision } from './human-decision.ts';

/** How well a role's confidence foretold what was decided. */
export interface Calibration {
  /** Brier score: the mean of (confidence − outcome)². 0 is perfect, 0.25 is a coin, 1 is always sure and wrong. */
  readonly score: number;
  /** Stands that were decided. */
  readonly judged: number;
}

/** What a role said of a claim: that it stands or falls, and how sure it was. */
interface Stand {
  readonly role: string;
  readonly claimId: string;
  readonly stands: boolean;
  readonly confidence: number;
}

/**
 * The calibration of each role that took a stand on a claim about which something was decided. The advocate stands by
 * the claims that it cites; who challenges a claim says that it falls; the arbiter's rulings are stands when a person
 * decided later. Of several stands of a role on a claim the last counts. A person's decision beats the arbiter's.
 */
export function calibrationOf(
  state: DebateState,
  decisions: readonly HumanDecision[],
): ReadonlyMap<string, Calibration> {
  const people = decidedByPeople(decisions);
  const ruled = ruledByArbiter(state);
  const errors = new Map<string, number[]>();
  for (const stand of lastStands(state)) {
    const decided = people.get(stand.claimId) ?? (stand.role === 'arbiter' ? undefined : ruled.get(stand.claimId));
    if (decided === undefined) continue;
    const outcome = decided === stand.stands ? 1 : 0;
    errors.set(stand.role, [...(errors.get(stand.role) ?? []), (stand.confidence - outcome) ** 2]);
  }
  return new Map(
    [...errors].map(([role, all]) => [
      role,
      { score: all.reduce((sum, error) => sum + error, 0) / all.length, judged: all.length },
    ]),
  );
}

/** Approved: the claim stands; rejected: it falls. Any other ending of a gate decides nothing. */
function decidedByPeople(decisions: readonly HumanDecision[]): ReadonlyMap<string, boolean> {
  const decided = new Map<string, boolean>();
  for (const { state, claim_refs: claims } of decisions) {
    if (state === 'approved' || state === 'rejected')
      for (const id of claims) decided.set(key(id), state === 'approved');
  }
  return decided;
}

/** A challenge that was upheld fells its claims, whatever else was ruled; one that was not leaves them standing. */
function ruledByArbiter({ arbiter_decisions: rulings }: DebateState): ReadonlyMap<string, boolean> {
  const decided = new Map<string, boolean>();
  for (const { ruling, claim_refs: claims } of rulings) {
    if (ruling === 'ESCALATED') continue;
    for (const id of claims) decided.set(key(id), ruling !== 'UPHELD' && decided.get(key(id)) !== false);
  }
  return decided;
}

function lastStands({ messages }: DebateState): Iterable<Stand> {
  const stands = new Map<string, Stand>();
  for (const { output } of messages) {
    const { role, muhasabah_record: record, structured_content: said } = output;
    const take = (id: string, standing: boolean) => {
      const claimId = key(id);
      stands.set(`${role} ${claimId}`, { role, claimId, stands: standing, confidence: record.confidence });
    };
    if (role === 'advocate') for (const id of record.supported_claim_ids) take(id, true);
    for (const challenge of said.challenges ?? []) for (const id of challenge.claim_refs) take(id, false);
    for (const { ruling, claim_refs: claims } of said.rulings ?? []) {
      if (ruling !== 'ESCALATED') for (const id of claims) take(id, ruling !== 'UPHELD');
    }
  }
  return stands.values();
}

function key(id: string): string {
  return id.toLowerCase();
}
