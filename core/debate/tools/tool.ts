import type { JsonObject } from '../../canonical/index.ts';
import type { EventDraft } from '../../ledger/index.ts';
import type { Clock } from '../../world/index.ts';
import type { ClaimRegistry } from '../claim-registry.ts';
import type { EnrichmentConnector } from './connector.ts';
import type { EvidenceSearch } from './evidence-search.ts';

/** What a tool may look at and do. What it changes in the world is events, appended with the audit of the call. */
export interface ToolWorld {
  readonly debateId: string;
  /** The debate whose calls a replay repeats: they keep their ids, and nobody is asked again. Null when none is. */
  readonly replayOf: string | null;
  readonly agentId: string;
  readonly round: number;
  /** On whose behalf the agent asks. */
  readonly tenant: string;
  readonly registry: ClaimRegistry;
  readonly search: EvidenceSearch;
  readonly connectors: readonly EnrichmentConnector[];
  readonly clock: Clock;
  /** The id of this call: what a tool names is derived from it, so that a repeated call names the same. */
  readonly callId: string;
  readonly signal: AbortSignal;
}

/** A call that did nothing. */
export interface ToolFailure {
  readonly ok: false;
  /** DENIED: it was not allowed. ERROR: it was, and could not be done. */
  readonly status: 'DENIED' | 'ERROR';
  /** The name of the error, as the agent and the audit see it. */
  readonly error: string;
  /** One sentence for the agent. Holds nothing of another tenant (D7). */
  readonly message: string;
}

export type ToolReply =
  | { readonly ok: true; readonly result: JsonObject; readonly events?: readonly EventDraft[] }
  | ToolFailure;

/** One of the six: reads its arguments, then does its work. */
export type DebateTool = (toolArguments: JsonObject, world: ToolWorld) => ToolReply | Promise<ToolReply>;

/**
 * A call that was not let through. `error` is the name the agent sees; `message` holds nothing of another tenant (D7).
 */
export function denied(error: string, message: string): ToolFailure {
  return { ok: false, status: 'DENIED', error, message };
}

/** A call that was let through and came to nothing. `message` holds nothing of another tenant (D7). */
export function failed(error: string, message: string): ToolFailure {
  return { ok: false, status: 'ERROR', error, message };
}
