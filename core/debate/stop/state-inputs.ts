import type { DebateMessage, DebateState } from '../debate-state.ts';
import { positionFingerprint } from './position.ts';
import { type RoundPositions, type StopInputs, type StopOutput, stopDefaults } from './stop-reason.ts';

/** What a state says about ending, after the arbiter closed its round. */
export function stopInputsOf(state: DebateState): StopInputs {
  const outputs = state.messages.map(outputOf);
  const rounds = Array.from({ length: state.round_number }, (_, at) => at + 1);
  const current = state.messages.filter((message) => message.output.round_number === state.round_number);
  return {
    ...stopDefaults,
    round: state.round_number,
    maxRounds: state.max_rounds,
    outputs,
    positions: rounds.map((round) => positionsOf(outputs.filter((output) => output.round === round))),
    retrievalRequested: current.some(({ output }) => (output.structured_content.evidence_requests ?? []).length > 0),
    retrievalCompleted: current.some((message) => message.turn === 'retrieval'),
    openQuestions: state.open_questions.length,
  };
}

function outputOf({ output }: DebateMessage): StopOutput {
  const said = output.structured_content;
  return {
    agentId: output.agent_id,
    round: output.round_number,
    confidence: output.muhasabah_record.confidence,
    position: positionFingerprint(said.position),
    critical: said.critical_defect_detected === true || said.has_grade_d_material_claim === true,
    foundNewEvidence: said.new_evidence_found === true,
  };
}

/** The last position of each agent: one that takes none later in the round keeps the one it took. */
function positionsOf(outputs: readonly StopOutput[]): RoundPositions {
  const positions = new Map<string, string | null>();
  for (const { agentId, position } of outputs) positions.set(agentId, position ?? positions.get(agentId) ?? null);
  return positions;
}
