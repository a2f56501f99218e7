/** Contracts: what an agent is asked for, what it reports, how the work is checked and scored (seed 001, C1-C6). */

export { type Assessment, assess, assessClaim, withoutVerification } from './assess.ts';
export { parseContract, type TaskContract } from './contract.ts';
export { describeWorkEvent } from './describe.ts';
export { draftIssue, draftOutcome, draftReport, type Fact } from './drafts.ts';
export { evidenceOf } from './evidence.ts';
export type { FoundDimensions } from './findings/finding.ts';
export { askRisk, markFinding } from './findings/mark.ts';
export { findingsProjection } from './findings/projection.ts';
export { getRule, listRules } from './findings/rule-pages.ts';
export { type GateRecord, gateNames } from './gate-record.ts';
export type { Verification } from './gates/verify.ts';
export { GovernedOrchestrator, getAgentStats, newTaskId } from './governed-orchestrator.ts';
export { contractJsonSchema } from './json-schema.ts';
export { findWork, listWork } from './list-work.ts';
export { workProjection } from './projection.ts';
export { readReport, readStatus, reportFrom, type SelfReport } from './report.ts';
export { scoreOf } from './score.ts';
export { type IssuedContract, issueContract } from './work/issue.ts';
export { landWork } from './work/land.ts';
export { recordReport } from './work/record-report.ts';
export { type FinishedRun, runContract } from './work/run.ts';
export { verifyWork } from './work/verify-work.ts';
export type { WeighedWork } from './work/weigh.ts';
export { getChange } from './work-change.ts';
export { getWork } from './work-detail.ts';
export { type Git, gitRunner } from './workspace/git.ts';
