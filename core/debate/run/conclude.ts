import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../../canonical/index.ts';
import type { RunEvent } from '../../machine/index.ts';
import type { DebateState, DissentRecord } from '../debate-state.ts';
import type { HumanDecision } from '../human-decision.ts';
import { positionFingerprint } from '../stop/position.ts';
import { calibrationOf } from '../utility.ts';
import { debateStopped, debateSubject } from './events.ts';
import type { DebateHead } from './head.ts';

export const statePayload = 'state';

/** The final state: with the dissent that is kept, and how well each role's confidence foretold what was decided. */
export function concludeState(state: DebateState, decisions: readonly HumanDecision[]): DebateState {
  const scores = [...calibrationOf(state, decisions)].map(([role, { score }]) => [role, score] as const);
  return { ...state, preserved_dissent: [...dissentIn(state)], utility_scores: Object.fromEntries(scores) };
}

/** The last position of each role that is not the one that won: the arbiter's, else the one that most hold. */
function dissentIn(state: DebateState): readonly DissentRecord[] {
  const last = new Map(
    state.messages
      .filter(({ output }) => positionFingerprint(output.structured_content.position) !== null)
      .map(({ output }) => [output.agent_id, output]),
  );
  const standings = [...last.values()].map((output) => ({
    output,
    fingerprint: positionFingerprint(output.structured_content.position),
  }));
  const arbiter = standings.find(({ output }) => output.role === 'arbiter')?.fingerprint;
  const counts = Map.groupBy(standings, ({ fingerprint }) => fingerprint);
  const [most] = [...counts.values()].toSorted((one, other) => other.length - one.length);
  const won = arbiter ?? most?.[0]?.fingerprint;
  return standings
    .filter(({ fingerprint }) => fingerprint !== won)
    .map(({ output }) => ({
      agent_id: output.agent_id,
      role: output.role,
      round_number: output.round_number,
      position: output.structured_content.position ?? '',
      confidence: output.muhasabah_record.confidence,
      claim_refs: output.claim_refs,
      reason: output.muhasabah_record.confidence_justification ?? 'No reason was given',
    }));
}

/** SHA-256 over the RFC 8785 form of a state. */
export function stateDigest(state: DebateState): string {
  return `sha256:${createHash('sha256')
    .update(canonicalJson(plainState(state)))
    .digest('hex')}`;
}

/** Without the fields that are undefined: they are no JSON. */
function plainState(state: DebateState): Json {
  return JSON.parse(JSON.stringify(state)) as Json;
}

/**
 * The event that ends a debate: why and in which round it stopped (D2), how much was said, and the final state as
 * payload under its digest.
 */
export function concludedEvent(debateId: string, state: DebateState, stop: NonNullable<DebateHead['stop']>): RunEvent {
  return debateStopped.draft(
    { kind: 'system', id: 'debate' },
    debateSubject(debateId),
    {
      debate_id: debateId,
      stop_reason: stop.reason,
      detail: stop.detail,
      rounds: state.round_number,
      messages: state.messages.length,
      dissent: state.preserved_dissent.length,
      state_digest: stateDigest(state),
    },
    [{ name: statePayload, mediaType: 'application/json', body: JSON.stringify(state) }],
  );
}
