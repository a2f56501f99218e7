/** Runs of machines on this computer: the machine room with Node, the ledger and the human gates around it. */
export { comparable } from './comparable.ts';
export { describeRunEvent } from './describe.ts';
export { gateAction } from './gate-action.ts';
export {
  type Cancellation,
  LedgerRuns,
  type LedgerRunsOptions,
  loadMachineFile,
  loadMachineText,
} from './ledger-runs.ts';
export { listChildren, listRuns } from './list-runs.ts';
export { type Program, programOf } from './programs.ts';
export { runsProjection } from './projection.ts';
export { getRunContext } from './run-context.ts';
export { getRun, type RunHolder } from './run-detail.ts';
export { listSteps } from './run-steps.ts';
export { awaitedName, cancelSentence, endSentence, runName } from './sentences.ts';
export { resumedFor, runWaitingFor } from './standing.ts';
export { graphOf } from './state-graph.ts';
export { storedMachineOf } from './stored-machines.ts';
export { waysProjection } from './taken-ways.ts';
export { templateEngine } from './template-engine.ts';
