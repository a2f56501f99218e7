import type { LanguageModel } from 'ai';
import { unreachable } from '../problem/index.ts';
import type { Fetch } from './bounded-fetch.ts';
import type { ModelSettings } from './settings.ts';

/** Everything that a provider's client needs. A null key is sent as no key. */
export interface Connection {
  readonly endpoint: URL;
  readonly key: string | null;
  readonly fetch: Fetch;
}

type Model = Exclude<LanguageModel, string>;

/**
 * The provider's client, loaded when it is first needed so that no other command waits for it. Endpoint and key are
 * always given: left out, some providers would look for them in the environment on their own.
 */
export async function loadModel(settings: ModelSettings, { endpoint, key, fetch }: Connection): Promise<Model> {
  const baseURL = endpoint.href.replace(/\/$/u, '');
  switch (settings.provider) {
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const supportsStructuredOutputs = settings.structured_output === 'schema';
      const given = key === null ? {} : { apiKey: key };
      return createOpenAICompatible({
        name: 'endpoint',
        baseURL,
        fetch,
        supportsStructuredOutputs,
        ...given,
      }).chatModel(settings.model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL, apiKey: key ?? 'none', fetch }).languageModel(settings.model);
    }
    case 'ollama': {
      const { createOllama } = await import('ollama-ai-provider-v2');
      const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
      return createOllama({ baseURL, fetch, headers }).chat(settings.model);
    }
    default:
      return unreachable(settings.provider);
  }
}
