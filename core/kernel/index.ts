/** The decision kernel of seed 000: pure functions on plain readonly records, proved in `acl2/`. Imports nothing. */
export { adaptTool, type ToolObservation } from './adaptation.ts';
export {
  addMessage,
  availableTokens,
  contextMargin,
  keepRecent,
  messagesFit,
  messagesTokens,
  truncateToFit,
} from './conversation.ts';
export {
  budgetSpent,
  canInvokeTool,
  hasError,
  mustRespond,
  type Phase,
  phase,
  remainingSteps,
  satisfied,
  shouldContinue,
  stepInvokes,
  stepsSpent,
  toolBudgetSufficient,
  toolPermitted,
} from './decisions.ts';
export { satisfactionThreshold } from './definitions.ts';
export { type ExportLanguage, exportKernel, exportLanguages } from './export/kernel.ts';
export {
  agentAction,
  agentState,
  fixError,
  fixFact,
  fixGoal,
  fixMessage,
  type Loose,
  toolSpec,
} from './fix.ts';
export { type GovernedStep, GovernedTool, type PaidCall, registryOf, type ToolEffect } from './governed-tool.ts';
export {
  type ActionHistory,
  type ActionRecord,
  applyRecord,
  closeRun,
  modelName,
  observationLimit,
  replay,
} from './history.ts';
export { achieveGoal, addFact, satisfactionOf } from './knowledge.ts';
export { fixNatural, fixPercentage, largestNatural } from './natural.ts';
export { nameMismatch, notAllowed, reactStep, type StepResult } from './react.ts';
export {
  type AgentAction,
  type AgentState,
  type ChatMessage,
  type ErrorKind,
  type Fact,
  type Goal,
  noError,
  type ToolSpec,
} from './records.ts';
export {
  effectivenessFor,
  findTool,
  type RegisteredTool,
  registryStep,
  selectTool,
  type ToolRegistry,
  unknownTool,
} from './registry.ts';
export {
  type BoundedResponse,
  boundResponse,
  bytesOf,
  cutMarker,
  maxResponseBytes,
  maxResponseItems,
} from './response.ts';
export { comesBefore, estimateTokens, truncateOutput, utf8Length, utf8Prefix } from './text.ts';
export { deductToolCost, incrementStep, markDone, setError, updateSatisfaction } from './transitions.ts';
