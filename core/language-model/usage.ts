import { estimateTokens } from '../kernel/index.ts';
import type { ModelPrices } from './settings.ts';

/** What one or more calls of a model used up. */
export interface ModelUsage {
  readonly inputTokens: number;
  /** Of the input tokens, those that the provider had cached. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** The provider did not say, and the tokens are estimated from the texts (K8). */
  readonly estimated: boolean;
  /** In the currency of the prices; null when the price is unknown. */
  readonly cost: number | null;
  readonly currency: string | null;
}

/** Tokens as a provider reports them; what it leaves out, or what is no natural number, is undefined. */
export interface ReportedTokens {
  readonly input: number | undefined;
  readonly cachedInput: number | undefined;
  readonly output: number | undefined;
}

/** The usage of one call. Prices come from the configuration only; without them the cost is null. */
export function usageOf(
  reported: ReportedTokens,
  texts: { readonly sent: string; readonly received: string },
  prices: ModelPrices | undefined,
): ModelUsage {
  const input = natural(reported.input);
  const output = natural(reported.output);
  const inputTokens = input ?? estimateTokens(texts.sent);
  const outputTokens = output ?? estimateTokens(texts.received);
  const cachedInputTokens = Math.min(natural(reported.cachedInput) ?? 0, inputTokens);
  return {
    inputTokens,
    cachedInputTokens,
    outputTokens,
    estimated: input === null || output === null,
    cost: prices === undefined ? null : costOf(inputTokens, cachedInputTokens, outputTokens, prices),
    currency: prices?.currency ?? null,
  };
}

function costOf(input: number, cached: number, output: number, prices: ModelPrices): number {
  const cachedPrice = prices.cached_input_per_million_tokens ?? prices.input_per_million_tokens;
  const fresh = (input - cached) * prices.input_per_million_tokens;
  return (fresh + cached * cachedPrice + output * prices.output_per_million_tokens) / 1_000_000;
}

/** Providers are outside: a count of -1 or 0.5 tokens is no count. Ollama reports 0 for a prompt that it had cached. */
function natural(count: number | undefined): number | null {
  return count !== undefined && Number.isSafeInteger(count) && count > 0 ? count : null;
}
