import { z } from 'zod';

export const modelProviders = ['openai-compatible', 'anthropic', 'ollama'] as const;
export type ModelProvider = (typeof modelProviders)[number];

const price = z.number().min(0).max(1_000_000);

/** What a million tokens cost. Written by hand from the provider's price list; Mizan never fetches prices. */
const modelPrices = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/u, 'must be three letters like USD'),
  input_per_million_tokens: price,
  output_per_million_tokens: price,
  cached_input_per_million_tokens: price.optional().describe('Input that the provider had cached; else as other input'),
});
export type ModelPrices = Readonly<z.infer<typeof modelPrices>>;

const limitFields = {
  max_output_tokens: z.int().min(1).max(1_000_000).describe('Tokens of one reply; 8192 unless given'),
  timeout_seconds: z.number().min(1).max(290).describe('Seconds for one request; 120 unless given'),
  backoff_seconds: z
    .array(z.number().min(0).max(600))
    .max(10)
    .describe('Seconds before each further attempt, [2, 8, 16] unless given; the server may ask for another wait'),
  max_wait_seconds: z.number().min(0).max(3_600).describe('A longer retry-after is not waited for; 120 unless given'),
  response_bytes: z.int().min(1_024).max(67_108_864).describe('A larger reply is cut off unread; 4194304 unless given'),
};

const modelLimits = z.strictObject({
  max_output_tokens: limitFields.max_output_tokens.default(8_192),
  timeout_seconds: limitFields.timeout_seconds.default(120),
  backoff_seconds: limitFields.backoff_seconds.default([2, 8, 16]),
  max_wait_seconds: limitFields.max_wait_seconds.default(120),
  response_bytes: limitFields.response_bytes.default(4_194_304),
});

const baseUrl = z.url({ protocol: /^https?$/u, error: 'must begin with http:// or https://' }).max(2_000);
const environmentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, 'must be the name of an environment variable');

const modelFields = {
  provider: z.enum(modelProviders),
  model: z.string().min(1).max(400).describe('The name that the provider knows: qwen3:32b'),
  base_url: baseUrl
    .optional()
    .describe('http://127.0.0.1:11434/api for ollama and https://api.anthropic.com/v1 for anthropic unless given'),
  api_key_env: environmentName
    .nullable()
    .optional()
    .describe('Environment variable with the key; ANTHROPIC_API_KEY for anthropic unless given, none for the others'),
  structured_output: z
    .enum(['schema', 'json', 'none'])
    .describe('What the endpoint can hold a reply to: a JSON schema (unless given), any JSON, or nothing'),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(1).optional().describe('Not known to openai-compatible endpoints'),
  frequency_penalty: z.number().min(-2).max(2).optional().describe('Only for openai-compatible'),
  presence_penalty: z.number().min(-2).max(2).optional().describe('Only for openai-compatible'),
  seed: z.int().optional().describe('Not known to anthropic'),
  context_tokens: z.int().min(2_048).max(10_000_000).describe('Context that prompts must fit in; 32768 unless given'),
  prices: modelPrices.optional().describe('Without them the cost is unknown, and shown as unknown'),
};

/** One model at one endpoint. The only network use is requests to `base_url`. */
export const modelSettings = z.strictObject({
  ...modelFields,
  structured_output: modelFields.structured_output.default('schema'),
  context_tokens: modelFields.context_tokens.default(32_768),
  limits: modelLimits.prefault({}),
});

/** Some of the settings, to be laid over others. Nothing is filled in. */
export const modelOverrides = z
  .strictObject({ ...modelFields, limits: z.strictObject(limitFields).partial() })
  .partial();
export type ModelOverrides = Readonly<z.infer<typeof modelOverrides>>;

/** The settings with the overrides laid over them. Another provider has another address and another key. */
export function overrideSettings(settings: ModelSettings, overrides: ModelOverrides): ModelSettings {
  const { limits, ...rest } = overrides;
  const { base_url, api_key_env, ...common } = settings;
  const kept = overrides.provider === undefined || overrides.provider === settings.provider ? settings : common;
  // Both were checked, so together they are settings; parsing only tells the compiler.
  return modelSettings.parse({ ...kept, ...rest, limits: { ...settings.limits, ...limits } });
}

export type ModelSettings = Readonly<z.infer<typeof modelSettings>>;

/** Where the endpoint is; null when the provider has no usual place and none is given. */
export function endpointOf(settings: ModelSettings): URL | null {
  const written = settings.base_url ?? usualEndpoints[settings.provider];
  return written === null ? null : new URL(written);
}

/** Under which name the key is looked up; null when the endpoint wants none. */
export function keyNameOf(settings: ModelSettings): string | null {
  if (settings.api_key_env !== undefined) return settings.api_key_env;
  return settings.provider === 'anthropic' ? 'ANTHROPIC_API_KEY' : null;
}

/** Where requests go and which key they carry, in words for a person. */
export function placeOfModel(settings: ModelSettings): { readonly endpoint: string; readonly keyName: string | null } {
  return { endpoint: endpointOf(settings)?.href ?? 'none', keyName: keyNameOf(settings) };
}

const usualEndpoints: Readonly<Record<ModelProvider, string | null>> = {
  'openai-compatible': null,
  anthropic: 'https://api.anthropic.com/v1',
  ollama: 'http://127.0.0.1:11434/api',
};
