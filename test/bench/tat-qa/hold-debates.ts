/** Holds real debates over converted reports and counts, from the ledger alone, what came of them. */
import type { CaseFile } from '../../../core/debate/index.ts';
import {
  Debates,
  debateMessageEvent,
  debateState,
  debateStopped,
  isPermitted,
  muhasabahRejected,
  rulePlayer,
} from '../../../core/debate/index.ts';
import type { Ledger, LedgerEvent } from '../../../core/ledger/index.ts';
import type { Result } from '../../../core/problem/index.ts';
import { decideGate, enrolReviewer, type ReviewerSigner, signerFromSeed } from '../../../core/review/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';

/** The value of a result; throws with code and message where there is none. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.problem.code}: ${result.problem.message}`);
}

/** A person who accepts no claim that the arbiter asks about. */
export function skeptic(ledger: Ledger): ReviewerSigner {
  const signer = signerFromSeed('skeptic', systemRandom.bytes(32));
  must(enrolReviewer(ledger, { reviewerId: 'skeptic', name: 'Skeptic', role: 'PARTNER' }, signer, null));
  return signer;
}

export interface HeldDebate {
  readonly stopReason: string;
  readonly rounds: number;
  readonly parked: boolean;
}

/** Holds one debate to its stop reason; where it waits for a person, the skeptic decides. */
export async function holdDebate(
  caseFile: CaseFile,
  debateId: string,
  ledger: Ledger,
  person: ReviewerSigner,
): Promise<HeldDebate> {
  const debates = new Debates({ ledger, clock: systemClock, random: systemRandom, player: rulePlayer });
  let end = must(await debates.start({ caseFile, debateId }));
  let parked = false;
  for (let times = 0; end.status === 'parked' && times < 10; times += 1) {
    parked = true;
    const gateId = end.waitingFor.replace('gate:', '');
    const filter = { subject: `gate:${gateId}`, type: 'gate.requested' };
    const [event] = ledger.page({ filter, limit: 1, direction: 'ascending' }).events;
    const digest = String(event?.data.action_digest);
    const decision = {
      gateId,
      digest,
      verb: 'reject' as const,
      reason: 'The source does not carry it',
      sectionsSeen: [],
    };
    must(decideGate(ledger, decision, person, systemClock));
    end = must(await debates.resume(debateId));
  }
  const filter = { subject: `debate:${debateId}`, type: debateStopped.type };
  const [stopped] = ledger.page({ filter, limit: 1, direction: 'descending' }).events;
  if (end.status !== 'done' || stopped === undefined) throw new Error(`The debate ${debateId} is ${end.status}`);
  return { stopReason: String(stopped.data.stop_reason), rounds: Number(stopped.data.rounds), parked };
}

export interface Conduct {
  readonly accepted: number;
  readonly rejected: number;
  readonly toolCalls: number;
  /** Attempts of agents to use a tool that have no event of their own, or more than one. */
  readonly unaudited: number;
  /** Calls that succeeded although the matrix does not allow them. */
  readonly violations: number;
}

/** How the agents of all debates of a ledger behaved. */
export function conductIn(ledger: Ledger): Conduct {
  let attempts = 0;
  let toolCalls = 0;
  let violations = 0;
  const ids = new Set<string>();
  for (const { type, data } of allEvents(ledger)) {
    if (type === 'agent_run.decided' && data.action === 'tool-call') attempts += 1;
    if (type !== 'agent.tool_call') continue;
    toolCalls += 1;
    ids.add(String(data.call_id));
    if (data.result_status === 'SUCCESS' && !isPermitted(String(data.role), String(data.tool_name))) violations += 1;
  }
  return {
    accepted: ledger.count({ type: debateMessageEvent.type }),
    rejected: ledger.count({ type: muhasabahRejected.type }),
    toolCalls,
    unaudited: Math.abs(attempts - toolCalls) + (toolCalls - ids.size),
    violations,
  };
}

function* allEvents(ledger: Ledger): Generator<LedgerEvent> {
  let after: number | null = null;
  do {
    const page: ReturnType<Ledger['page']> = ledger.page({ after, limit: 500, direction: 'ascending' });
    yield* page.events;
    after = page.next;
  } while (after !== null);
}

export interface Charge {
  readonly claimIds: readonly string[];
  readonly type: string;
  readonly ruling: string;
}

/** Every challenge of a debate with the last ruling on it. */
export function chargesIn(ledger: Ledger, debateId: string): readonly Charge[] {
  const filter = { subject: `debate:${debateId}`, type: debateStopped.type };
  const [stopped] = ledger.page({ filter, limit: 1, direction: 'descending' }).events;
  if (stopped === undefined) throw new Error(`The debate ${debateId} has not stopped`);
  const body = must(ledger.body(stopped.seq, 'state'));
  if (body.state !== 'present') throw new Error('The final state is gone');
  const state = debateState.parse(JSON.parse(new TextDecoder().decode(body.body)));
  const rulings = new Map(state.arbiter_decisions.map((one) => [one.challenge_id, one.ruling]));
  return state.messages
    .flatMap(({ output }) => output.structured_content.challenges ?? [])
    .map((one) => ({
      claimIds: one.claim_refs,
      type: one.defect_type,
      ruling: rulings.get(one.challenge_id) ?? 'OPEN',
    }));
}
