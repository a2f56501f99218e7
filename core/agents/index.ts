/** Who thinks, and how its steps reach tools: the ReAct runtime under the decision kernel. */
export { type Decision, readDecision, type ThoughtUsage } from './decision.ts';
export { describeAgentRunEvent } from './describe.ts';
export { obstacles } from './obstacles.ts';
export { type RunPlan, readRunPlan } from './plan.ts';
export { getAgentRun, listAgentRuns } from './read-runs.ts';
export { type AgentRun, type AgentRunOptions, runAgent } from './run-agent.ts';
export { type UsageTotal, usageOfRuns } from './run-usage.ts';
export type { Thinker, ThinkerView } from './thinker.ts';
