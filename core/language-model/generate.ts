import type { LanguageModel } from 'ai';
import type { JsonObject } from '../canonical/index.ts';
import type { ModelSettings } from './settings.ts';
import type { ReportedTokens } from './usage.ts';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Why the model ended its reply. `length`: it reached `max_output_tokens`, so the reply is cut. */
export type ReplyEnd = 'stop' | 'length' | 'content-filter' | 'other';

export interface GeneratedText {
  readonly text: string;
  readonly end: ReplyEnd;
  readonly tokens: ReportedTokens;
}

/**
 * One request through the `ai` SDK. The text comes back as the model wrote it: whoever asked judges it. Throws what the
 * SDK throws.
 */
export async function generate(
  model: Exclude<LanguageModel, string>,
  settings: ModelSettings,
  messages: readonly ModelMessage[],
  schema: JsonObject | null,
  signal: AbortSignal,
): Promise<GeneratedText> {
  const { generateText, jsonSchema, Output } = await import('ai');
  // The SDK prints its warnings unless this is set; what they would say is decided in the settings.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const constraint =
    settings.structured_output === 'schema' && schema !== null
      ? Output.object({ schema: jsonSchema(structuredClone(schema)), name: 'reply' })
      : Output.json();
  let structured: string | null = null;
  const keepText = (text: string): Promise<string> => {
    structured = text;
    return Promise.resolve(text);
  };
  const plain = schema === null || settings.structured_output === 'none';
  const instructions = messages.flatMap((one) => (one.role === 'system' ? [one.content] : [])).join('\n\n');
  const result = await generateText({
    model,
    ...(instructions === '' ? {} : { instructions }),
    messages: messages.flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }])),
    ...samplingOf(settings),
    ...(plain ? {} : { output: { ...constraint, parseCompleteOutput: ({ text }) => keepText(text) } }),
    maxRetries: 0,
    abortSignal: signal,
    telemetry: { isEnabled: false },
  });
  const { usage, finishReason, text } = result;
  return {
    text: structured ?? text,
    end: endOf(finishReason),
    tokens: {
      input: usage.inputTokens,
      cachedInput: usage.inputTokenDetails.cacheReadTokens,
      output: usage.outputTokens,
    },
  };
}

/** Ollama's client passes these on only as its own options. */
function samplingOf(settings: ModelSettings) {
  const { temperature, top_p: topP, top_k: topK, seed, limits } = settings;
  if (settings.provider === 'ollama') {
    const options = {
      num_ctx: settings.context_tokens,
      num_predict: limits.max_output_tokens,
      ...defined({ temperature, top_p: topP, top_k: topK, seed }),
    };
    return { providerOptions: { ollama: { options } } };
  }
  return {
    maxOutputTokens: limits.max_output_tokens,
    ...defined({ temperature, topP, topK, seed }),
    ...defined({ frequencyPenalty: settings.frequency_penalty, presencePenalty: settings.presence_penalty }),
    // Strict mode of some servers refuses optional fields, which a decision has.
    ...(settings.provider === 'openai-compatible'
      ? { providerOptions: { endpoint: { strictJsonSchema: false } } }
      : {}),
  };
}

function defined(values: Readonly<Record<string, number | undefined>>): Record<string, number> {
  const given: Record<string, number> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) given[name] = value;
  return given;
}

function endOf(reason: string): ReplyEnd {
  return reason === 'stop' || reason === 'length' || reason === 'content-filter' ? reason : 'other';
}
