/** Debates whose every statement carries its own accounting (seed 002). docs/debates.md tells the rules. */
export {
  type AgentOutput,
  type ArbiterDecision,
  agentOutput,
  arbiterDecision,
  type Challenge,
  challenge,
  type StructuredContent,
  structuredContent,
  type ToolCall,
  toolCall,
} from './agent-output.ts';
export type { ComputedCalculation } from './calculation/compute.ts';
export { areComparable, compareStated, exactValue, plainText } from './calculation/stated-value.ts';
export * from './case/case-file.ts';
export type { DocumentReader, DocumentText } from './case/check-files.ts';
export { type ReadCase, readCaseFile, readCaseText } from './case/read-case.ts';
export { type ValueStructure, valueStructure } from './case/value.ts';
export {
  type ChallengeDraft,
  type ChallengeValidity,
  validateChallenge,
} from './challenge/validate-challenge.ts';
export { type ClaimRegistry, type ClaimStanding, createClaimRegistry, type RegistryOptions } from './claim-registry.ts';
export { closeDefect, type DefectClosing } from './close-defect.ts';
export {
  type DebateMessage,
  type DebateState,
  type DebateTurn,
  type DissentRecord,
  debateMessage,
  debateState,
  debateTurns,
  dissentRecord,
  type StopReason,
  stopReasons,
} from './debate-state.ts';
export {
  type CureProtocol,
  cureProtocols,
  type Defect,
  type DefectSeverity,
  type DefectType,
  defect,
  defectSeverities,
  defectSeverity,
  defectStatuses,
  defectType,
  usualCure,
} from './defect.ts';
export { type HumanDecision, humanDecision } from './human-decision.ts';
export { type DebateSchemaName, debateJsonSchema, debateSchemaNames } from './json-schema.ts';
export { llmRolePlayer } from './llm/llm-role-player.ts';
export { type DebateModels, modelFileJsonSchema, type ReadModels, readModelText } from './llm/model-file.ts';
export { assertsFact, type FactualAssertion, findFactualAssertions } from './muhasabah/detector.ts';
export { muhasabahGate } from './muhasabah/gate.ts';
export {
  type FalsifiabilityTest,
  falsifiabilityTest,
  type MuhasabahRecord,
  muhasabahRecord,
  type Uncertainty,
  uncertainty,
} from './muhasabah/record.ts';
export {
  type MuhasabahContext,
  type MuhasabahRule,
  type MuhasabahValidation,
  type MuhasabahViolation,
  muhasabahContext,
  muhasabahRules,
  muhasabahViolation,
  validateOutput,
} from './muhasabah/validate.ts';
export { type RecordedDebate, readRecordedDebate, replayedDebate } from './replay/recorded-debate.ts';
export { checkReplayEnd, replayRolePlayer } from './replay/replay-role-player.ts';
export { type AgentRole, agentRole, agentRoles } from './role.ts';
export type { ReplayedRecord, RolePlayer, TurnRequest } from './role-player.ts';
export { rulePlayer } from './roles/rule-player.ts';
export { type DebateOrder, Debates, type DebatesOptions } from './run/debates.ts';
export {
  type DebateStarted,
  debateMessage as debateMessageEvent,
  debateRunId,
  debateStarted,
  debateStopped,
  debateSubject,
  muhasabahRejected,
} from './run/events.ts';
export { newDebateId } from './run/new-debate-id.ts';
export type { ResolvedChain } from './sanad/chains.ts';
export type { ChainFault } from './sanad/faults.ts';
export { getDebate } from './show/debate-detail.ts';
export { gatesOfDebateRun } from './show/debate-gates.ts';
export { debateOfRun, debateRunWaitingFor, listDebates } from './show/debate-rows.ts';
export { debateUsage } from './show/debate-usage.ts';
export { describeDebateEvent } from './show/describe.ts';
export { getDebateClaim } from './show/get-claim.ts';
export { listDebateMessages } from './show/list-messages.ts';
export { debatesProjection } from './show/projection.ts';
export { debateHolder } from './show/run-holder.ts';
export { positionFingerprint } from './stop/position.ts';
export { stopInputsOf } from './stop/state-inputs.ts';
export { type RoundPositions, type StopInputs, type StopOutput, stopDefaults, stopReason } from './stop/stop-reason.ts';
export { countIn, ledgerToolAudit, type ToolAudit } from './tools/audit.ts';
export { type EnrichmentConnector, type EnrichmentQuery, enrichmentRecord } from './tools/connector.ts';
export { agentToolCall, defectFlagged, humanGateCreated, type ToolCallRecord } from './tools/events.ts';
export { type EvidenceSearch, fullTextEvidenceSearch } from './tools/evidence-search.ts';
export { openFileConnector } from './tools/file-connector.ts';
export { type DebateToolName, debateToolNames, isPermitted, maxCallsPerRound } from './tools/permission.ts';
export { createDebateTools, type DebateTools, type DebateToolsOptions } from './tools/registry.ts';
export { type Calibration, calibrationOf } from './utility.ts';
