/** Contracts: what an agent is asked for, what it reports, how the work is checked and scored (seed 001, C1-C6). */

export { type Assessment, assess, assessClaim, withoutVerification } from './assess.ts';
export { joinWords, splitCommand } from './command-words.ts';
export {
  checkPathsInside,
  contractDigest,
  contractSchema,
  contractTitle,
  namesCheck,
  parseContract,
  type TaskContract,
  testCommandLine,
} from './contract.ts';
export { describeWorkEvent } from './describe.ts';
export { type Delivery, draftIssue, draftOutcome, draftReport, type Fact, type OutcomeToRecord } from './drafts.ts';
export {
  contractIssued,
  contractStarted,
  reportReceived,
  workCancelled,
  workLanded,
  workVerified,
} from './events.ts';
export { evidenceOf } from './evidence.ts';
export {
  type GateMark,
  type GateName,
  type GateOutcome,
  type GateRecord,
  gateNames,
  type Verdict,
} from './gate-record.ts';
export { type Verification, type VerificationRequest, verify } from './gates/verify.ts';
export {
  GovernedOrchestrator,
  type GovernedTask,
  type GovernedWorld,
  getAgentStats,
  newTaskId,
} from './governed-orchestrator.ts';
export { findWork, gatesOfWork, listWork } from './list-work.ts';
export { workProjection } from './projection.ts';
export { renderInstructions } from './prompt.ts';
export { type ReportStatus, readReport, readStatus, reportFrom, type SelfReport } from './report.ts';
export { chooseSandbox, type SandboxChoice, sandboxChoices } from './sandbox/choose.ts';
export type { SandboxProvider } from './sandbox/port.ts';
export { scoreOf } from './score.ts';
export { type DiffFile, parseDiff } from './unified-diff.ts';
export { type IssuedContract, issueContract } from './work/issue.ts';
export { type LandedWork, landWork } from './work/land.ts';
export { recordReport } from './work/record-report.ts';
export { type ContractRun, type FinishedRun, runContract } from './work/run.ts';
export { type VerifyRequest, verifyWork } from './work/verify-work.ts';
export { type WeighedWork, type WeighRequest, weighWork } from './work/weigh.ts';
export { getChange } from './work-change.ts';
export { getWork } from './work-detail.ts';
export { type Git, gitRunner } from './workspace/git.ts';
