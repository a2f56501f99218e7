/**
 * Language models through the `ai` SDK: one client for debates and FlatAgents. docs/models.md tells how to set one up.
 */
export type { Fetch } from './bounded-fetch.ts';
export {
  type ApiKeys,
  createModelClient,
  type ModelClient,
  type ModelPorts,
  type ModelReply,
  type ModelRequest,
} from './client.ts';
export { flatAgentModel } from './flat-agent-model.ts';
export type { ModelMessage } from './generate.ts';
export { type ModelSettings, modelOverrides, modelSettings, overrideSettings, placeOfModel } from './settings.ts';
export { systemModelPorts } from './system-ports.ts';
export type { ModelUsage } from './usage.ts';
