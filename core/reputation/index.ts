/** Reputation: what scores do to trust, and what trust demands of supervision (seed 001, C7-C9). */
export { agentSuspended, probationGranted, type WorkScored, workScored } from './events.ts';
export { requestProbation, startProbation } from './probation.ts';
export { agentsProjection } from './projection.ts';
export { getAgent, listAgents, type Standing, standingOf } from './queries.ts';
export { learningRate, startingReputation, supervisionLevel, updateReputation } from './reputation.ts';
export { type Scoring, scoreWork } from './score-work.ts';
export { type FinishedWork, type HoldReason, reasonsToHold, stricterLevel } from './supervision.ts';
