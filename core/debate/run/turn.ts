import { type AgentRun, runAgent } from '../../agents/index.ts';
import { agentState } from '../../kernel/index.ts';
import type { Actor, Ledger } from '../../ledger/index.ts';
import { type ActionInvocation, MachineFailure, type RunEvent, type Timers } from '../../machine/index.ts';
import type { Result } from '../../problem/index.ts';
import { type Clock, isoTime } from '../../world/index.ts';
import type { AgentOutput } from '../agent-output.ts';
import type { ClaimRegistry } from '../claim-registry.ts';
import type { DebateMessage, DebateTurn } from '../debate-state.ts';
import { muhasabahGate } from '../muhasabah/gate.ts';
import { type MuhasabahViolation, muhasabahContext } from '../muhasabah/validate.ts';
import type { AgentRole } from '../role.ts';
import type { RolePlayer, TurnBudget, TurnRequest } from '../role-player.ts';
import type { ToolAudit } from '../tools/audit.ts';
import type { EnrichmentConnector } from '../tools/connector.ts';
import { derivedUuid } from '../tools/derived-id.ts';
import type { EvidenceSearch } from '../tools/evidence-search.ts';
import { createDebateTools } from '../tools/registry.ts';
import { debateMessage, debateSubject, muhasabahRejected } from './events.ts';
import { outputPayload } from './message-store.ts';
import { type Watched, watchAudit } from './watched-audit.ts';
import { watchThinker } from './watched-thinker.ts';

const plenty: TurnBudget = { maxSteps: 64, tokenBudget: 1_000_000, timeBudget: 900 };

/** Characters of a rejected answer that are kept. */
const keptOfRejected = 100_000;

/** What a turn needs of its surroundings. */
export interface TurnSite {
  readonly player: RolePlayer;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly audit: ToolAudit;
  readonly search: EvidenceSearch;
  readonly connectors: readonly EnrichmentConnector[];
  readonly tenant: string;
  /** With the defects that were flagged before this turn. */
  readonly registry: ClaimRegistry;
}

export interface Turn {
  readonly role: AgentRole;
  readonly turn: DebateTurn;
  readonly debateId: string;
  readonly round: number;
  /** Messages before this one: with it, a turn that comes twice in a round has two ids. */
  readonly ordinal: number;
  readonly state: TurnRequest['state'];
  readonly decisions: TurnRequest['decisions'];
}

/** What came of a turn; `watched` is what its tools did, in rejected attempts too. */
export type TurnEnd = {
  readonly watched: readonly Watched[];
  readonly events: readonly RunEvent[];
} & (
  | { readonly kind: 'accepted'; readonly message: DebateMessage }
  | { readonly kind: 'failed'; readonly violations: readonly MuhasabahViolation[] }
);

interface Attempt {
  readonly runId: string;
  readonly run: AgentRun;
  readonly watched: Watched;
}

/**
 * Lets a role speak: at most twice, the second time told why the first output was rejected (D5). Nothing that the
 * Muḥāsabah gate did not pass comes out as a message. Throws when the ledger does not take what happened.
 */
export async function takeTurn(
  turn: Turn,
  site: TurnSite,
  invocation: Pick<ActionInvocation, 'signal'>,
): Promise<TurnEnd> {
  const events: RunEvent[] = [];
  const watched: Watched[] = [];
  let violations: readonly MuhasabahViolation[] = [];
  for (const attempt of [1, 2] as const) {
    if (invocation.signal.aborted) throw new MachineFailure('CancelledError', 'The debate was stopped', false);
    const tried = await tryTurn(turn, attempt, violations, site, invocation);
    watched.push(tried.watched);
    const { answer } = tried.run;
    const weighed = answer === null ? noAnswer(tried.run) : muhasabahGate(answer, muhasabahContext(site.registry));
    if (weighed.valid) {
      const message = messageOf(turn, weighed.output, tried, site.clock);
      events.push(acceptedEvent(turn, attempt, message, tried.runId));
      return { kind: 'accepted', message, watched, events };
    }
    ({ violations } = weighed);
    events.push(rejectedEvent(turn, attempt, violations, answer, tried.runId));
  }
  return { kind: 'failed', violations, watched, events };
}

async function tryTurn(
  turn: Turn,
  attempt: 1 | 2,
  violations: readonly MuhasabahViolation[],
  { player, ledger, clock, timers, audit, search, connectors, tenant, registry }: TurnSite,
  { signal }: Pick<ActionInvocation, 'signal'>,
): Promise<Attempt> {
  const { role, round, state, decisions, debateId } = turn;
  const request: TurnRequest = {
    role,
    turn: turn.turn,
    round,
    state,
    registry,
    attempt,
    violations,
    decisions,
  };
  const watched = watchAudit(audit);
  const toolbox = createDebateTools({
    debateId,
    replayOf: player.record?.origin ?? null,
    agentId: role,
    role,
    round,
    turn: `${turn.turn}/${turn.ordinal}`,
    attempt,
    tenant,
    registry,
    search,
    connectors,
    clock,
    audit: watched.audit,
  });
  const runId = freshRunId(`${debateId}/${turn.ordinal + 1}/${turn.turn}/${attempt}`, ledger);
  const thinker = watchThinker(player.thinkerFor(request));
  const ran = await runAgent({
    runId,
    agentId: role,
    state: agentState({ ...(player.budget ?? plenty) }),
    tools: toolbox.tools,
    thinker,
    ledger: toolbox.audited(ledger),
    timers,
    signal,
  });
  // The endpoint failed, not the agent: nobody said anything that could be rejected, and the turn can be taken again.
  if (thinker.outage !== null) throw thinker.outage;
  return { runId, run: required(ran), watched };
}

/** A turn that is repeated after a crash is another run of its agent. */
function freshRunId(base: string, ledger: Pick<Ledger, 'page'>): string {
  for (let again = 1; ; again += 1) {
    const id = again === 1 ? base : `${base}/${again}`;
    const { events } = ledger.page({ filter: { subject: `agent_run:${id}` }, limit: 1, direction: 'ascending' });
    if (events.length === 0) return id;
  }
}

function required<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new MachineFailure(result.problem.code, result.problem.message, false);
}

/** Why there is no output: what ended the run of the agent. */
function noAnswer({ state: { error } }: AgentRun) {
  const why = error.kind === 'tool-error' ? `${error.toolName}: ${error.message}` : error.kind;
  const violation: MuhasabahViolation = { rule: 'INVALID_RECORD', detail: `There is no output: ${why.slice(0, 500)}` };
  return { valid: false as const, violations: [violation] };
}

/** Who spoke, when, and with which calls is what the runner knows, whatever the output says. */
function messageOf(turn: Turn, output: AgentOutput, { watched }: Attempt, clock: Clock): DebateMessage {
  return {
    message_id: derivedUuid(`message/${turn.debateId}/${turn.ordinal}`),
    turn: turn.turn,
    output: {
      ...output,
      agent_id: turn.role,
      role: turn.role,
      round_number: turn.round,
      tool_calls: [...watched.calls],
      timestamp: isoTime(clock.now()),
    },
  };
}

function acceptedEvent(turn: Turn, attempt: 1 | 2, { message_id, output }: DebateMessage, agentRun: string): RunEvent {
  const { structured_content: content, muhasabah_record: record } = output;
  return debateMessage.draft(
    actorOf(turn),
    debateSubject(turn.debateId),
    {
      debate_id: turn.debateId,
      message_id,
      round: turn.round,
      turn: turn.turn,
      role: turn.role,
      agent_id: output.agent_id,
      attempt,
      position: content.position ?? null,
      confidence: record.confidence,
      claims: output.claim_refs.length,
      challenges: content.challenges?.length ?? 0,
      rulings: content.rulings?.length ?? 0,
      critical: content.critical_defect_detected === true || content.has_grade_d_material_claim === true,
      agent_run: agentRun,
    },
    [{ name: outputPayload, mediaType: 'application/json', body: JSON.stringify(output) }],
  );
}

function rejectedEvent(
  turn: Turn,
  attempt: 1 | 2,
  violations: readonly MuhasabahViolation[],
  answer: string | null,
  agentRun: string,
): RunEvent {
  const body = (answer ?? '').slice(0, keptOfRejected).toWellFormed();
  return muhasabahRejected.draft(
    actorOf(turn),
    debateSubject(turn.debateId),
    {
      debate_id: turn.debateId,
      agent_id: turn.role,
      role: turn.role,
      round: turn.round,
      turn: turn.turn,
      attempt,
      violations: [...violations],
      agent_run: agentRun,
    },
    [{ name: outputPayload, mediaType: 'text/plain', body }],
  );
}

function actorOf({ role }: Turn): Actor {
  return { kind: 'agent', id: role };
}
