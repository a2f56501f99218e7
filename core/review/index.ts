/** Human gates: request, decision, single use, reviewers. docs/gates.md tells the rules. */
export { actionDigest, type GateAction } from './action.ts';
export { type ApprovalUse, approvalUse, consumeApproval } from './consume.ts';
export { type DecisionReceipt, decideGate, type GateDecision } from './decide.ts';
export {
  type DecisionAttempt,
  type DecisionOutcome,
  evaluateDecision,
  freshGate,
  type GateProgress,
  type GateTerms,
  type Refusal,
  stateAt,
} from './decision.ts';
export { type GatePolicy, votingRules } from './policy.ts';
export { type GateRequestDraft, requestGate } from './request.ts';
export { type DecidingRole, mayDecide } from './role.ts';
export type { ReviewerSigner } from './signer.ts';
export { gateState } from './standing.ts';
