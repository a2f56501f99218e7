/** Machines of states that survive crashes (seed 003). Platform-free: the same code runs in a browser. */
export {
  type AgentPorts,
  type AgentResult,
  agentRunner,
  createAgent,
  FlatAgent,
  type LanguageModel,
  loadProfiles,
  type Message,
} from './agent/flat-agent.ts';
export type { MachineBundle, MachineDefinition, StateDefinition } from './config/definition.ts';
export type { ConfigDocument, Path } from './config/document.ts';
export type { ConfigText, LoadPorts } from './config/gather.ts';
export { machineJsonSchema } from './config/json-schema.ts';
export {
  loadBundle,
  loadMachine,
  loadMachineData,
  readNothing,
} from './config/load.ts';
export { type ReadData, readData } from './config/read-data.ts';
export { executionSchema } from './config/schema.ts';
export { FlatMachine, type ResumeOptions } from './engine/flat-machine.ts';
export { processLaunch } from './engine/launch-intents.ts';
export type { CancelledWith, MachineResult, MachineRuntime } from './engine/runtime.ts';
export { retryWait, withRetry } from './execution/retry.ts';
export { drawParallel, vote } from './execution/samples.ts';
export { type Condition, compileCondition, type ExpressionEngine } from './expression/compile.ts';
export type { Scope } from './expression/syntax.ts';
export {
  type ActionInvocation,
  type AgentAnswer,
  type AgentCall,
  type AgentRunner,
  type Context,
  type MachineHooks,
  Parked,
  park,
} from './hooks.ts';
export { type MachineError, MachineFailure, type Outcome } from './machine-error.ts';
export type {
  CrashPoint,
  ExecutionLock,
  LockGrant,
  PersistenceBackend,
  ResultBackend,
  RunChange,
  RunEvent,
  RunNotice,
  RunRecord,
  RunStatus,
  RunStore,
  Timers,
} from './ports.ts';
export { type LaunchIntent, type MachineSnapshot, maxSnapshotCharacters, readSnapshot } from './snapshot.ts';
export { type Jinja, startJinja } from './template/jinja.ts';
export { createTemplateEngine, type TemplateEngine } from './template/render.ts';
export { systemTimers, VirtualTime } from './virtual-time.ts';
