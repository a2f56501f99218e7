import { type LanguageModel, MachineFailure } from '../machine/index.ts';
import { createModelClient, type ModelPorts } from './client.ts';
import { type ModelSettings, modelProviders, modelSettings } from './settings.ts';

/** The variable with the key of an `openai-compatible` endpoint that a machine calls; without it, no key is sent. */
const machineKeyName = 'MIZAN_MODEL_KEY';

type ModelConfig = Parameters<LanguageModel['complete']>[0]['model'];

/** An error of a call, as `retry` and `on_error` look at it (M5): its name is the problem's code. */
class ModelFailure extends MachineFailure {
  readonly retry_after: number | null;
  constructor(code: string, message: string, retryable: boolean, retryAfter: number | null) {
    super(code, message, retryable);
    this.retry_after = retryAfter;
  }
}

/**
 * Models for FlatAgents, through the same client as those of debates. Each call is one attempt: trying again is for the
 * machine's `retry` (M5). A cost is given only when the price is known, so never here: profiles have no prices.
 */
export function flatAgentModel(ports: ModelPorts): LanguageModel {
  return {
    complete: async ({ model, messages, signal }) => {
      const client = createModelClient(await settingsOf(model, ports), ports);
      if (!client.ok) throw new MachineFailure(client.problem.code, client.problem.message, false);
      const outcome = await client.value.askOnce({ messages, schema: null, signal });
      if (outcome.ok) return { text: outcome.value.text };
      const { type, message, retryable, retryAfter } = outcome.error;
      throw new ModelFailure(type, message, retryable, retryAfter);
    },
  };
}

async function settingsOf(model: ModelConfig, { keys }: ModelPorts): Promise<ModelSettings> {
  const { name, provider = 'openai-compatible', max_tokens: maxTokens, ...sampling } = model;
  if (!modelProviders.some((known) => known === provider)) {
    const message = `There is no provider ${JSON.stringify(provider)}: use ${modelProviders.join(', ')}`;
    throw new MachineFailure('model-provider-unknown', message, false);
  }
  const keyed = provider === 'openai-compatible' && (await keys.find(machineKeyName)) !== null;
  const parsed = modelSettings.safeParse({
    ...sampling,
    provider,
    model: name,
    ...(keyed ? { api_key_env: machineKeyName } : {}),
    ...(maxTokens === undefined ? {} : { limits: { max_output_tokens: maxTokens } }),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new MachineFailure('model-invalid', `${issue?.path.join('.') ?? 'model'}: ${issue?.message ?? 'unfit'}`, false);
}
