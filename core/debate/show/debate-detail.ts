import { z } from 'zod';
import type { DebateDetail } from '../../api/index.ts';
import type { LedgerEvent, LedgerReader } from '../../ledger/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import { findGate, lastDecision } from '../../review/index.ts';
import type { Clock } from '../../world/index.ts';
import { debateState } from '../debate-state.ts';
import { agentRole } from '../role.ts';
import { debateMessage, debateStarted, debateStopped, debateSubject } from '../run/events.ts';
import { findDebate, type StoredDebate } from './debate-rows.ts';
import { debateUsage } from './debate-usage.ts';
import { outputView } from './output-view.ts';
import { payloadText } from './payload-text.ts';
import { namedRulings, raisedChallenges } from './raised-challenge.ts';
import { toolCallType } from './tool-call-view.ts';

/** Events of one debate that its head is made from; a round has about a hundred. */
const mostEvents = 10_000;
const pageSize = 500;

/** The head of a debate: how it stands, where the roles stood, what was ruled and asked. Error: `debate-unknown`. */
export function getDebate(reader: LedgerReader, debateId: string, clock: Clock): Result<DebateDetail> {
  const debate = findDebate(reader, debateId);
  if (!debate.ok) return debate;
  const started = reader.event(debate.value.startedSeq);
  if (!started.ok) return started;
  const head = debateStarted.read(started.value);
  if (!head.ok) return head;
  const events = readEvents(reader, debateId);
  const stopped = events.findLast(debateStopped.matches);
  const state = stopped === undefined ? null : finalState(reader, stopped);
  return ok({
    ...headOf(debate.value),
    dealId: head.value.deal_id,
    thesis: head.value.thesis,
    asOf: head.value.as_of,
    caseDigest: head.value.case_digest,
    replayOf: head.value.replay_of,
    claims: head.value.claims,
    documents: head.value.documents,
    stopDetail: stopped !== undefined && typeof stopped.data.detail === 'string' ? stopped.data.detail : null,
    rounds: roundsOf(events),
    rulings: rulingsOf(reader, events),
    dissent: dissentOf(state),
    openQuestions: state?.open_questions ?? [],
    utility: utilityOf(state),
    gates: events.flatMap((event) => gateOf(reader, event, clock)),
    usage: debateUsage(reader, debateId),
    toolCalls: callsOf(events),
  });
}

function headOf({
  row,
  startedSeq,
  stoppedSeq,
}: StoredDebate): Pick<DebateDetail, 'row' | 'startedSeq' | 'stoppedSeq'> {
  return { row, startedSeq, stoppedSeq };
}

function readEvents(reader: LedgerReader, debateId: string): readonly LedgerEvent[] {
  const events: LedgerEvent[] = [];
  let after: number | null = null;
  do {
    const filter = { subject: debateSubject(debateId) };
    const page = reader.page({ filter, after, limit: pageSize, direction: 'ascending' });
    events.push(...page.events);
    after = page.next;
  } while (after !== null && events.length < mostEvents);
  return events;
}

/** The last accepted output of each role in each round. */
function roundsOf(events: readonly LedgerEvent[]): DebateDetail['rounds'] {
  const rounds = new Map<number, Map<string, DebateDetail['rounds'][number]['standings'][number]>>();
  for (const event of events) {
    if (!debateMessage.matches(event)) continue;
    const data = debateMessage.read(event);
    if (!data.ok) continue;
    const { round, role, agent_id: agentId, position, confidence } = data.value;
    const standings = rounds.get(round) ?? new Map();
    rounds.set(round, standings.set(agentId, { role, agentId, position, confidence }));
  }
  return [...rounds].map(([round, standings]) => ({ round, standings: [...standings.values()] }));
}

function rulingsOf(reader: LedgerReader, events: readonly LedgerEvent[]): DebateDetail['rulings'] {
  const rulings = events.flatMap((event) => {
    if (!debateMessage.matches(event) || event.data.rulings === 0) return [];
    return outputView(payloadText(reader, event, 'output'), event.seq).rulings;
  });
  return rulings.length === 0 ? [] : namedRulings(rulings, raisedChallenges(reader, events));
}

/** What the head shows of the final state. */
const concluded = debateState.pick({ preserved_dissent: true, open_questions: true, utility_scores: true });
type Concluded = z.infer<typeof concluded>;

function finalState(reader: LedgerReader, stopped: LedgerEvent): Concluded | null {
  const body = reader.body(stopped.seq, 'state');
  if (!body.ok || body.value.state === 'redacted') return null;
  const read = concluded.safeParse(JSON.parse(new TextDecoder().decode(body.value.body)));
  return read.success ? read.data : null;
}

function dissentOf(state: Concluded | null): DebateDetail['dissent'] {
  return (state?.preserved_dissent ?? []).flatMap((one) => {
    const role = agentRole.safeParse(one.role);
    if (!role.success) return [];
    return [
      {
        role: role.data,
        agentId: one.agent_id,
        round: one.round_number,
        position: one.position,
        confidence: one.confidence,
        reason: one.reason,
        claimIds: one.claim_refs,
      },
    ];
  });
}

/** Scores are kept by role. */
function utilityOf(state: Concluded | null): DebateDetail['utility'] {
  return Object.entries(state?.utility_scores ?? {}).flatMap(([name, score]) => {
    const role = agentRole.safeParse(name);
    return role.success ? [{ role: role.data, score }] : [];
  });
}

const humanGate = z.object({
  gate_id: z.string(),
  claim_ids: z.array(z.string()).default([]),
  round_number: z.number().int().default(1),
});

function gateOf(reader: LedgerReader, event: LedgerEvent, clock: Clock): DebateDetail['gates'] {
  if (event.type !== 'human_gate.created') return [];
  const read = humanGate.safeParse(event.data);
  const gate = read.success ? findGate(reader, read.data.gate_id, clock) : null;
  if (!read.success || gate === null) return [];
  const decision = lastDecision(reader, gate.gateId);
  return [
    {
      gateId: gate.gateId,
      state: gate.state,
      title: gate.title,
      requestedAt: gate.requestedAt,
      decidedBy: gate.decidedBy,
      reason: decision.ok ? (decision.value?.reason ?? null) : null,
      claimIds: read.data.claim_ids,
      round: read.data.round_number,
    },
  ];
}

function callsOf(events: readonly LedgerEvent[]): DebateDetail['toolCalls'] {
  const calls = events.filter(({ type }) => type === toolCallType);
  const having = (status: string) => calls.filter(({ data }) => data.result_status === status).length;
  return { made: calls.length, denied: having('DENIED'), failed: having('ERROR') };
}
