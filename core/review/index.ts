/** Human gates: request, decision, single use, reviewers. docs/gates.md tells the rules. */
export { actionDigest, type GateAction } from './action.ts';
export { type ActionRefusal, refusalsFor } from './agent-refusals.ts';
export { type BriefingContext, getBriefing } from './briefing.ts';
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
export { describeGateEvent, type GateNews, gateNews } from './describe.ts';
export { addReviewer, enrolReviewer, type NewReviewer } from './enrol.ts';
export { expireGates, withdrawGate } from './expiry.ts';
export type { SafeStorage } from './key-protection.ts';
export { type HeldKey, type ReviewerKeyStore, reviewerKeyFolder, reviewerKeyStore } from './key-store.ts';
export { countWaitingGates, findGate, type GateListQuery, listGates } from './list-gates.ts';
export { listReviewers } from './list-reviewers.ts';
export { type GatePolicy, votingRules } from './policy.ts';
export { gateProjection } from './projection.ts';
export { type GateRequestDraft, requestGate } from './request.ts';
export { type DecidingRole, decidingRoles, mayDecide } from './role.ts';
export { type EnrolledReviewer, type Roster, rosterOf, vouchingRole } from './roster.ts';
export { type ReviewerSigner, signerFromSeed } from './signer.ts';
export { gateState } from './standing.ts';
export {
  auditDecisions,
  type DecisionAudit,
  decisionSignatures,
  type VerifiedDecision,
  verifyDecision,
} from './verify-decision.ts';
