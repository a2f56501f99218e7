import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../canonical/index.ts';
import { GovernedTool, toolSpec } from '../../kernel/index.ts';
import type { EventDraft, Ledger } from '../../ledger/index.ts';
import type { Clock } from '../../world/index.ts';
import type { ClaimRegistry } from '../claim-registry.ts';
import { parseArguments } from './arguments.ts';
import type { ToolAudit } from './audit.ts';
import { boundResult } from './bound-result.ts';
import type { EnrichmentConnector } from './connector.ts';
import type { ToolCallRecord } from './events.ts';
import type { EvidenceSearch } from './evidence-search.ts';
import { flagDefect } from './flag-defect.ts';
import { lookupCalc } from './lookup-calc.ts';
import { lookupClaim } from './lookup-claim.ts';
import { type DebateToolName, debateToolNames, isPermitted, maxCallsPerRound } from './permission.ts';
import { queryEnrichment } from './query-enrichment.ts';
import { requestHumanReview } from './request-human-review.ts';
import { searchEvidence } from './search-evidence.ts';
import { type DebateTool, denied, failed, type ToolReply, type ToolWorld } from './tool.ts';

export interface DebateToolsOptions extends Omit<ToolWorld, 'callId' | 'signal'> {
  /** As the agent has it; a role that does not exist may use nothing. */
  readonly role: string;
  /** Which turn of the round, and which attempt at it: with them a repeated turn gives its calls the same ids. */
  readonly turn: string;
  readonly attempt: number;
  readonly audit: ToolAudit;
  readonly registry: ClaimRegistry;
  readonly search: EvidenceSearch;
  readonly connectors: readonly EnrichmentConnector[];
  readonly clock: Clock;
}

export interface DebateTools {
  /**
   * All six under the kernel, whatever the role: who may use which is decided in the call, so that each attempt is
   * audited.
   */
  readonly tools: readonly GovernedTool[];
  /**
   * The ledger for `runAgent`: calls that the kernel itself refuses (an unknown tool, an empty budget) are audited too.
   */
  audited(ledger: Pick<Ledger, 'append'>): Pick<Ledger, 'append'>;
}

const handlers: Readonly<Record<DebateToolName, DebateTool>> = {
  lookup_claim: lookupClaim,
  lookup_calc: lookupCalc,
  search_evidence: searchEvidence,
  flag_defect: flagDefect,
  request_human_review: requestHumanReview,
  query_enrichment: queryEnrichment,
};

/** Estimated tokens and most seconds of one call. None of them touches files or runs programs. */
const costs: Readonly<Record<DebateToolName, { readonly tokenCost: number; readonly timeCost: number }>> = {
  lookup_claim: { tokenCost: 500, timeCost: 5 },
  lookup_calc: { tokenCost: 500, timeCost: 5 },
  search_evidence: { tokenCost: 1_500, timeCost: 10 },
  flag_defect: { tokenCost: 300, timeCost: 5 },
  request_human_review: { tokenCost: 300, timeCost: 5 },
  query_enrichment: { tokenCost: 2_000, timeCost: 30 },
};

/**
 * The tools of one turn of one agent (D6). Every attempt appends exactly one `agent.tool_call`, together with the
 * events of what it did, before its result is used; a call that is not allowed never reaches its handler. A tool
 * answers with JSON text, also when a call is denied or fails: `{error, message}`, which the agent reads and goes on.
 * Only an attempt that the audit does not take throws, and ends the agent's run.
 */
export function createDebateTools(options: DebateToolsOptions): DebateTools {
  let ordinal = 0;
  const nextCall = (tool: string, query: string): string => {
    ordinal += 1;
    const { debateId, replayOf, round, turn, attempt, agentId } = options;
    return hash(
      'sha256',
      JSON.stringify([replayOf ?? debateId, round, turn, attempt, agentId, ordinal, tool, query]),
      'hex',
    );
  };
  const use = async (name: DebateToolName, query: string, signal: AbortSignal): Promise<string> => {
    const callId = nextCall(name, query);
    const { reply, counted } = await attempt(options, name, query, callId, signal);
    record(options, callId, name, query, reply, counted);
    return canonicalJson(reply.ok ? reply.result : { error: reply.error, message: reply.message });
  };
  return {
    tools: debateToolNames.map((name) =>
      GovernedTool.govern(
        toolSpec({ name, requiredAccess: 0, requiresExecute: false, ...costs[name] }),
        (query, signal) => use(name, query, signal),
      ),
    ),
    audited: (ledger) => ({
      append: (drafts) => {
        const receipt = ledger.append(drafts);
        if (receipt.ok) {
          for (const { tool, query, reason } of drafts.flatMap(refusedCall)) {
            const reply = isPermitted(options.role, tool)
              ? denied('KernelRefusedError', reason)
              : denied('ToolPermissionError', reason);
            record(options, nextCall(tool, query), tool, query, reply, false);
          }
        }
        return receipt;
      },
    }),
  };
}

interface Attempted {
  readonly reply: ToolReply;
  readonly counted: boolean;
}

/** Permission, then cap, then tenant, then the tool itself. */
async function attempt(
  options: DebateToolsOptions,
  name: DebateToolName,
  query: string,
  callId: string,
  signal: AbortSignal,
): Promise<Attempted> {
  const { role, agentId, round, audit, tenant, registry } = options;
  if (!isPermitted(role, name)) {
    return { reply: denied('ToolPermissionError', `The role ${role} may not use ${name}`), counted: false };
  }
  if (audit.counted({ agentId, round, tool: name }, callId) >= maxCallsPerRound[name]) {
    const message = `${name} can be used ${maxCallsPerRound[name]} times in a round`;
    return { reply: denied('ToolCapError', message), counted: false };
  }
  if (registry.tenant !== tenant) {
    return { reply: failed('TenantAccessError', 'This case belongs to another tenant'), counted: true };
  }
  const toolArguments = parseArguments(query);
  if (toolArguments === null) {
    return { reply: failed('InvalidArgumentsError', 'The arguments are one JSON object'), counted: true };
  }
  const reply = await finished(handlers[name], toolArguments, { ...options, callId, signal });
  return { reply: reply.ok ? { ...reply, result: boundResult(reply.result) } : reply, counted: true };
}

/**
 * What the tool replied. One that fails or does not end in time is an error like any other, so that it is audited too.
 */
async function finished(tool: DebateTool, toolArguments: JsonObject, world: ToolWorld): Promise<ToolReply> {
  const { signal } = world;
  const stopped = new Promise<ToolReply>((resolve) => {
    const stop = () => resolve(failed('TimeoutError', 'The tool did not answer in time'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([Promise.resolve(tool(toolArguments, world)), stopped]);
  } catch {
    // The reason may quote anything; the agent and the audit learn that it failed.
    return failed('ToolFailedError', 'The tool failed');
  }
}

/** Throws when the audit does not take it: a call that is not written down has no result. */
function record(
  options: DebateToolsOptions,
  callId: string,
  tool: string,
  query: string,
  reply: ToolReply,
  counted: boolean,
): void {
  const call: ToolCallRecord = {
    debate_id: options.debateId,
    call_id: callId,
    agent_id: options.agentId,
    role: options.role,
    round_number: options.round,
    turn: options.turn,
    attempt: options.attempt,
    tool_name: tool.slice(0, 200),
    result_status: reply.ok ? 'SUCCESS' : reply.status,
    error: reply.ok ? null : reply.error,
    result_hash: reply.ok ? resultHash(reply.result) : null,
    counted,
  };
  const appended = options.audit.append(call, query, reply.ok ? (reply.events ?? []) : []);
  if (!appended.ok) throw namedError('AuditError', appended.problem.message);
}

/** `sha256:` and 64 hex digits over the RFC 8785 form. */
function resultHash(result: JsonObject): string {
  return `sha256:${hash('sha256', canonicalJson(result), 'hex')}`;
}

function namedError(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** What the kernel did not let through, from the runtime's record of its decision. */
function refusedCall(draft: EventDraft): readonly { tool: string; query: string; reason: string }[] {
  const { tool_name: tool, verdict, reason } = draft.data;
  if (draft.type !== 'agent_run.decided' || verdict !== 'refused' || typeof tool !== 'string') return [];
  const query = draft.payloads?.find((payload) => payload.name === 'query')?.body;
  return [{ tool, query: typeof query === 'string' ? query : '', reason: typeof reason === 'string' ? reason : '' }];
}
