/** The one contract between the host and its front ends. Platform-free. */
export type { Problem, Result } from '../problem/index.ts';
export type { AgentRunDetail, AgentRunRow, AgentRunState, AgentRunStep } from './agent-runs.ts';
export type { AgentSummary, ReputationPoint } from './agents.ts';
export { type Announcer, createAnnouncer } from './announcer.ts';
export type { ApiReply, ApiRequest, ConsoleBridge } from './bridge.ts';
export type { BodyReference, Role, Sign, SupervisionLevel } from './common.ts';
export {
  identifier as identifierSchema,
  role as roleSchema,
  supervisionLevel as supervisionLevelSchema,
} from './common.ts';
export type {
  ClaimChip,
  ClaimDetail,
  ClaimGrade,
  ClaimVerdict,
  DebateAccount,
  DebateDetail,
  DebateMessage,
  DebateRole,
  DebateRow,
  DebateRuling,
  DebateStatus,
  DebateStopReason,
  DebateToolCall,
  DebateTurnName,
  EvidenceView,
} from './debates.ts';
export { dispatch, type Handlers } from './dispatch.ts';
export { type ApiEvent, apiEvent as apiEventSchema } from './events.ts';
export type {
  BriefingSection,
  GateBriefing,
  GateRow,
  GateState,
  GateVerb,
  Link,
  OfferedVerb,
  Touches,
  WhyItem,
} from './gates.ts';
export {
  briefingSection as briefingSectionSchema,
  gateState as gateStateSchema,
  gateVerb as gateVerbSchema,
  offeredVerb as offeredVerbSchema,
  touches as touchesSchema,
  whyItem as whyItemSchema,
} from './gates.ts';
export type { AuditReport, CheckpointView, EventDetail, EventRow, LedgerStatus } from './ledger.ts';
export {
  type Commands,
  commands,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  type OperationParsed,
  type Queries,
  queries,
} from './operations.ts';
export { type ValidRequest, validateRequest } from './request.ts';
export { type RuleMark, type RulePage, type RuleRow, ruleMark } from './rules.ts';
export type {
  FailedAttempts,
  JsonText,
  RunDetail,
  RunRow,
  RunStatus,
  RunStep,
  StateGraph,
  TakenWay,
} from './runs.ts';
export type { ReviewerView, SessionView } from './session.ts';
export type { CaseCheck, ModelChoice } from './start-debate.ts';
export type { FileChange, GateResult, WorkDetail, WorkFinding, WorkOutcome, WorkRow } from './work.ts';
export { workOutcome as workOutcomeSchema } from './work.ts';
