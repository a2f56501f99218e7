/** Human gates: request, decision, single use, reviewers. docs/gates.md tells the rules. */
export { actionDigest, type GateAction } from './action.ts';
export { refusalsFor } from './agent-refusals.ts';
export { type BriefingContext, getBriefing } from './briefing.ts';
export { approvalUse, consumeApproval } from './consume.ts';
export { decideGate, type GateDecision } from './decide.ts';
export {
  type DecisionAttempt,
  evaluateDecision,
  freshGate,
  type GateProgress,
  type GateTerms,
  stateAt,
} from './decision.ts';
export { describeGateEvent, gateNews } from './describe.ts';
export { addReviewer, enrolReviewer, type NewReviewer } from './enrol.ts';
export { expireGates, withdrawal, withdrawGate } from './expiry.ts';
export type { SafeStorage } from './key-protection.ts';
export { type ReviewerKeyStore, reviewerKeyFolder, reviewerKeyStore } from './key-store.ts';
export { countWaitingGates, findGate, gateName, gateTitle, listGates } from './list-gates.ts';
export { listReviewers } from './list-reviewers.ts';
export { votingRules } from './policy.ts';
export { gateProjection } from './projection.ts';
export { type GateRequestDraft, requestGate } from './request.ts';
export { requestAgain } from './request-again.ts';
export { type DecidingRole, decidingRoles, mayDecide } from './role.ts';
export { rosterOf, vouchingRole } from './roster.ts';
export { type ReviewerSigner, signerFromSeed } from './signer.ts';
export { gateDigest, gateRequester, gateState, lastDecision } from './standing.ts';
export {
  auditDecisions,
  decisionSignatures,
  verifyDecision,
} from './verify-decision.ts';
