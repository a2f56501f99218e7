import type { LedgerReader } from '../ledger/index.ts';
import type { ThoughtUsage } from './decision.ts';
import { agentRunDecided } from './events.ts';

/** What thinking took in all these runs together. */
export interface UsageTotal extends ThoughtUsage {
  /** How often a model was asked and answered. */
  readonly calls: number;
}

const nothing: UsageTotal = { calls: 0, inputTokens: 0, outputTokens: 0, estimated: false, cost: 0, currency: null };

/**
 * Adds up what stands with the decisions of these runs. The cost is null as soon as one is unknown, or currencies
 * differ.
 */
export function usageOfRuns(reader: Pick<LedgerReader, 'page'>, runIds: Iterable<string>): UsageTotal {
  let total = nothing;
  for (const runId of runIds) {
    const filter = { type: agentRunDecided.type, subject: `agent_run:${runId}` };
    for (const event of reader.page({ filter, limit: 500, direction: 'ascending' }).events) {
      const decided = agentRunDecided.read(event);
      if (!decided.ok || decided.value.usage === null) continue;
      const { input_tokens: inputTokens, output_tokens: outputTokens, estimated, cost, currency } = decided.value.usage;
      total = add(total, { inputTokens, outputTokens, estimated, cost, currency });
    }
  }
  return total;
}

function add(total: UsageTotal, one: ThoughtUsage): UsageTotal {
  const sameCurrency = total.calls === 0 || total.currency === one.currency;
  const known = total.cost !== null && one.cost !== null && sameCurrency;
  return {
    calls: total.calls + 1,
    inputTokens: total.inputTokens + one.inputTokens,
    outputTokens: total.outputTokens + one.outputTokens,
    estimated: total.estimated || one.estimated,
    cost: known ? (total.cost ?? 0) + (one.cost ?? 0) : null,
    currency: known ? one.currency : null,
  };
}
