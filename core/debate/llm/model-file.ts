import { z } from 'zod';
import type { Json } from '../../canonical/index.ts';
import {
  createModelClient,
  type ModelClient,
  type ModelPorts,
  modelOverrides,
  modelSettings,
  overrideSettings,
} from '../../language-model/index.ts';
import { readData } from '../../machine/index.ts';
import { type Problem, required } from '../../problem/index.ts';
import { type AgentRole, agentRoles } from '../role.ts';

const turnBudget = z.strictObject({
  max_steps: z.int().min(1).max(100).default(12).describe('Tool calls and the answer of one turn'),
  tokens: z.int().min(1).max(100_000_000).default(200_000).describe('Tokens of one turn, read and written'),
  seconds: z.int().min(1).max(86_400).default(900).describe('Seconds of one turn'),
});

/** Which model plays the roles of a debate, what a turn may use up, and which roles have another model. */
const debateModelFile = modelSettings.extend({
  mizan_model: z.literal(1),
  turn: turnBudget.prefault({}),
  roles: z.partialRecord(z.enum(agentRoles), modelOverrides).default({}).describe('What is different for a role'),
});

/** The models of a debate. */
export interface DebateModels {
  clientOf(role: AgentRole): ModelClient;
  /** What the kernel lets one turn use up. */
  readonly turn: Readonly<z.infer<typeof turnBudget>>;
}

export type ReadModels =
  | { readonly ok: true; readonly models: DebateModels }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const maxCharacters = 1_048_576;

/**
 * Reads a model file in YAML or JSON. All its problems are listed, with `file:line:column`: `config-too-large`,
 * `config-syntax`, `config-invalid`, `model-endpoint-missing`, `model-endpoint-unsafe`.
 */
export async function readModelText(name: string, text: string, ports: ModelPorts): Promise<ReadModels> {
  const data = await readData({ name, text }, debateModelFile, maxCharacters);
  if (!data.ok) return data;
  const { mizan_model, turn, roles, ...settings } = data.value;
  const clients = new Map<AgentRole, ModelClient>();
  for (const role of agentRoles) {
    const overrides = roles[role];
    const client = createModelClient(overrideSettings(settings, overrides ?? {}), ports);
    if (!client.ok) {
      const path = overrides === undefined ? [] : ['roles', role];
      return { ok: false, problems: [{ ...client.problem, place: data.document.place(path) }] };
    }
    clients.set(role, client.value);
  }
  return { ok: true, models: { clientOf: (role) => required(clients.get(role), `the model of ${role}`), turn } };
}

/** The JSON Schema (2020-12) of a model file, as published in `docs/schemas/model.schema.json`. */
export function modelFileJsonSchema(): Json {
  const { $schema, ...rest } = z.toJSONSchema(debateModelFile, { io: 'input' });
  return JSON.parse(JSON.stringify({ $schema, title: 'Mizan model file', ...rest })) as Json;
}
