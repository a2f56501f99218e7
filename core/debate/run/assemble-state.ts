import { required } from '../../problem/index.ts';
import type { CaseFile } from '../case/case-file.ts';
import type { DebateMessage, DebateState } from '../debate-state.ts';
import type { DebateHead } from './head.ts';

/**
 * The state as the roles see it, made of the head and the messages that it names. Everything else follows from those.
 */
export function assembleState(
  head: DebateHead,
  messages: ReadonlyMap<string, DebateMessage>,
  { deal_id }: CaseFile,
  caseDigest: string,
): DebateState {
  const said = head.messages.map((id) => required(messages.get(id), `the message ${id}`));
  const rulings = said.flatMap(({ output }) => output.structured_content.rulings ?? []);
  const thisRound = said.filter(({ output }) => output.round_number === head.round_number);
  const asked = thisRound.flatMap(({ output }) => output.structured_content.open_questions ?? []);
  return {
    deal_id,
    debate_id: head.debate_id,
    round_number: head.round_number,
    max_rounds: head.max_rounds,
    claim_registry_ref: caseDigest,
    sanad_graph_ref: caseDigest,
    messages: said,
    open_questions: [...new Set(asked)],
    utility_scores: {},
    arbiter_decisions: rulings,
    consensus_reached: head.stop?.reason === 'CONSENSUS',
    stop_reason: head.stop?.reason ?? null,
    preserved_dissent: [],
  };
}
