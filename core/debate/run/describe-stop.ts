import { unreachable } from '../../problem/index.ts';
import type { DebateState, StopReason } from '../debate-state.ts';

/** What a stop reason rests on, in one sentence. */
export function describeStop(reason: StopReason, state: DebateState): string {
  const round = `round ${state.round_number}`;
  switch (reason) {
    case 'CRITICAL_DEFECT': {
      const critical = state.messages.find(
        ({ output: { structured_content: said } }) =>
          said.critical_defect_detected === true || said.has_grade_d_material_claim === true,
      );
      const what =
        critical?.output.structured_content.critical_defect_detected === true
          ? 'a defect that ends the debate'
          : 'a material claim of grade D';
      return (
        `The ${critical?.output.role ?? 'arbiter'} found ${what} in round ` +
        `${critical?.output.round_number ?? state.round_number}`
      );
    }
    case 'MAX_ROUNDS':
      return `This was ${round} of at most ${state.max_rounds}`;
    case 'CONSENSUS':
      return `The roles agreed in ${round}: the same position three times, or confidences within 0.10`;
    case 'STABLE_DISSENT':
      return `Every role held in ${round} the position it held before, and they differ`;
    case 'EVIDENCE_EXHAUSTED':
      return (
        `Evidence was searched for in ${round}, none was found, ` +
        `and ${state.open_questions.length} questions stay open`
      );
    default:
      return unreachable(reason);
  }
}
