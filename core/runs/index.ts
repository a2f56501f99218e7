/** Runs of machines on this computer: the machine room with Node, the ledger and the human gates around it. */
export { describeRunEvent } from './describe.ts';
export { gateAction } from './gate-action.ts';
export { LedgerRuns, type LedgerRunsOptions, loadMachineFile } from './ledger-runs.ts';
export { type Program, programOf } from './programs.ts';
export { runsProjection } from './projection.ts';
export { getRun, getRunContext, graphOf, listRuns, type RunQuery } from './queries.ts';
export { storedMachineOf } from './stored-machines.ts';
export { templateEngine } from './template-engine.ts';
