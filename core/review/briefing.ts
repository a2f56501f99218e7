import { z } from 'zod';
import {
  type AgentSummary,
  type GateBriefing,
  type GateVerb,
  gateStateSchema,
  gateVerbSchema,
  offeredVerbSchema,
  type Role,
  roleSchema,
} from '../api/index.ts';
import type { JsonObject } from '../canonical/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Clock } from '../world/index.ts';
import { digestOf } from './action.ts';
import { actionChanges } from './action-changes.ts';
import { whyNoAnswer } from './answer.ts';
import { type DecisionAttempt, evaluateDecision } from './decision.ts';
import { findGate } from './list-gates.ts';
import { refusalProblem } from './refusal.ts';
import { actionPayload } from './request.ts';
import { type GateStanding, gateStanding } from './standing.ts';

/** What the briefing takes from other rooms and from the session; the host supplies it. */
export interface BriefingContext {
  readonly clock: Clock;
  /** The unlocked reviewer, or null. */
  readonly viewer: { readonly reviewerId: string; readonly role: Role } | null;
  agentSummary(agentId: string): AgentSummary | null;
  /** The gates, violations and claims of a piece of work; without an agent those of the newest on this task. */
  evidenceFor(taskId: string, agentId: string | null): GateBriefing['evidence'];
}

/** Everything a reviewer sees before deciding (UI.md, "Gate briefing"). Error: `unknown-gate`. */
export function getBriefing(reader: LedgerReader, gateId: string, context: BriefingContext): Result<GateBriefing> {
  const found = gateStanding(reader, gateId);
  if (!found.ok) return found;
  const row = findGate(reader, gateId, context.clock);
  if (row === null) return fail('unknown-gate', `There is no gate ${gateId} in this ledger`, gateId);
  const standing = found.value;
  const { request } = standing;
  const action = readAction(reader, standing.requestSeq);
  return ok({
    row,
    why: request.why,
    touches: request.touches,
    action: { tool: action.tool, canonical: action.canonical, digest: action.digest },
    evidence: request.task_id === null ? [] : context.evidenceFor(request.task_id, request.agent_id),
    record: request.agent_id === null ? null : context.agentSummary(request.agent_id),
    earlier: earlierDecisions(reader, standing, action.json),
    falsifiers: request.falsifiers,
    reasonRequired: standing.terms.rules.reason_required,
    verbs: verbList(standing, action, context),
    decisions: attempts(reader, gateId),
    requestSeq: standing.requestSeq,
  });
}

interface ShownAction {
  readonly tool: string;
  /** The canonical JSON, or a sentence when it was redacted. */
  readonly canonical: string;
  /** Of what is shown, not what the request says: a decision binds to the text on screen. */
  readonly digest: string;
  /** Null when it was redacted. */
  readonly json: JsonObject | null;
}

const actionShape = z.looseObject({ tool: z.string() });

function readAction(reader: LedgerReader, requestSeq: number): ShownAction {
  const body = reader.body(requestSeq, actionPayload);
  if (!body.ok) return unreadable(`The action cannot be read: ${body.problem.message}`);
  if (body.value.state === 'redacted') return unreadable(`The action was redacted: ${body.value.reason}`);
  const canonical = new TextDecoder().decode(body.value.body);
  const json: JsonObject = JSON.parse(canonical);
  return { tool: actionShape.parse(json).tool, canonical, digest: digestOf(body.value.body), json };
}

function unreadable(sentence: string): ShownAction {
  return { tool: '', canonical: sentence, digest: digestOf(sentence), json: null };
}

const allVerbs = gateVerbSchema.options;

/** Every verb, and for a disabled one why. The same rules that decide, asked beforehand. */
function verbList(standing: GateStanding, action: ShownAction, context: BriefingContext): GateBriefing['verbs'] {
  return allVerbs.map((verb) => {
    const whyNot = whyDisabled(standing, action, context, verb);
    return { verb, enabled: whyNot === null, whyNot };
  });
}

function whyDisabled(
  standing: GateStanding,
  action: ShownAction,
  context: BriefingContext,
  verb: GateVerb,
): string | null {
  if (!offeredVerbSchema.safeParse(verb).success) return 'This version lets people approve, reject and respond';
  const unheard = verb === 'respond' ? whyNoAnswer(standing.request.action) : null;
  if (unheard !== null) return unheard;
  const { viewer } = context;
  const attempt: DecisionAttempt = {
    reviewerId: viewer?.reviewerId ?? '',
    role: viewer?.role ?? standing.terms.requiredRole,
    verb,
    reason: 'given later',
    digest: action.digest,
  };
  const outcome = evaluateDecision(standing.terms, standing.progress, attempt, context.clock.now());
  if (!outcome.accepted) return refusalProblem(outcome.refusal, standing, attempt).message;
  return viewer === null ? 'Unlock a reviewer key to decide' : null;
}

/** The newest ten decided gates of the same class of action, and what is different now. */
function earlierDecisions(
  reader: LedgerReader,
  standing: GateStanding,
  current: JsonObject | null,
): GateBriefing['earlier'] {
  const rows = reader.select(
    `SELECT gate.gate_id, gate.request_seq, gate.state, gate.title, gate.decided_at, gate.decided_by,
       (SELECT reason FROM gate_decision
         WHERE gate_decision.gate_id = gate.gate_id AND refusal IS NULL ORDER BY seq DESC LIMIT 1) AS reason
     FROM gate
     WHERE gate.action = ? AND gate.request_seq < ? AND gate.decided_by IS NOT NULL
     ORDER BY gate.request_seq DESC LIMIT 10`,
    [standing.request.action, standing.requestSeq],
    z.object({
      gate_id: z.string(),
      request_seq: z.number().int(),
      state: gateStateSchema,
      title: z.string(),
      decided_at: z.string(),
      decided_by: z.string(),
      reason: z.string().nullable(),
    }),
  );
  return rows.map((row) => ({
    gateId: row.gate_id,
    state: row.state,
    at: row.decided_at,
    reviewer: row.decided_by,
    reason: row.reason,
    title: row.title,
    changed: [...changesSince(readAction(reader, row.request_seq).json, current)],
  }));
}

function changesSince(earlier: JsonObject | null, current: JsonObject | null): readonly string[] {
  if (earlier === null || current === null) return ['One of the two actions was redacted; they cannot be compared'];
  return actionChanges(earlier, current);
}

function attempts(reader: LedgerReader, gateId: string): GateBriefing['decisions'] {
  return reader
    .select(
      `SELECT seq, at, reviewer_id, role, verb, reason, refusal FROM gate_decision
       WHERE gate_id = ? ORDER BY seq DESC LIMIT 500`,
      [gateId],
      z.object({
        seq: z.number().int(),
        at: z.string(),
        reviewer_id: z.string(),
        role: roleSchema.nullable(),
        verb: gateVerbSchema,
        reason: z.string().nullable(),
        refusal: z.string().nullable(),
      }),
    )
    .map(({ reviewer_id: reviewer, ...rest }) => ({ ...rest, reviewer, accepted: rest.refusal === null }))
    .reverse();
}
