import type { JsonObject } from '../../canonical/index.ts';
import type { ActionInvocation, Context, Parked } from '../../machine/index.ts';
import { required as needed } from '../../problem/index.ts';
import type { ClaimRegistry } from '../claim-registry.ts';
import type { DebateMessage, DebateState } from '../debate-state.ts';
import { agentRole } from '../role.ts';
import { stopInputsOf } from '../stop/state-inputs.ts';
import { stopReason } from '../stop/stop-reason.ts';
import { assembleState } from './assemble-state.ts';
import { awaitPeople } from './await-people.ts';
import { concludedEvent, concludeState } from './conclude.ts';
import { describeStop } from './describe-stop.ts';
import { debateSubject, defectSettled } from './events.ts';
import { type DebateHead, headContext, readHead, turnOf } from './head.ts';
import { settledDefects } from './settle-defects.ts';
import { type TurnEnd, type TurnSite, takeTurn } from './turn.ts';

/** One debate as its machine works on it. */
export interface DebateSite extends TurnSite {
  readonly caseDigest: string;
  /** By id, those of the ledger and those of this process. */
  readonly messages: Map<string, DebateMessage>;
}

/** The actions of `debateMachine`: a role's turn, waiting for people, the stop conditions, the end. */
export async function debateStep(
  action: string,
  context: Context,
  invocation: ActionInvocation,
  site: DebateSite,
): Promise<JsonObject | Parked> {
  const head = readHead(context);
  switch (action) {
    case 'await_people':
      return awaitPeople(head, site);
    case 'check_stop':
      return headContext(checkStop(head, site));
    case 'conclude':
      return conclude(head, invocation, site);
    default:
      return headContext(await speak(action, head, invocation, site));
  }
}

function stateOf(head: DebateHead, site: DebateSite): DebateState {
  return assembleState(head, site.messages, site.registry.caseFile, site.caseDigest);
}

/** The registry under the defects that were flagged up to now. */
function registryOf(head: DebateHead, { registry }: DebateSite): ClaimRegistry {
  return head.defects.length === 0 ? registry : registry.withDefects(head.defects);
}

async function speak(
  action: string,
  head: DebateHead,
  invocation: ActionInvocation,
  site: DebateSite,
): Promise<DebateHead> {
  const role = agentRole.parse(action);
  const { turn } = turnOf.parse(invocation.input);
  const end = await takeTurn(
    {
      role,
      turn,
      debateId: head.debate_id,
      round: head.round_number,
      ordinal: head.messages.length,
      state: stateOf(head, site),
      decisions: head.decisions,
    },
    { ...site, registry: registryOf(head, site) },
    invocation,
  );
  for (const event of end.events) invocation.record(event);
  const after = withTools(head, end);
  if (end.kind === 'failed') {
    const [first] = end.violations;
    const detail = `The ${role} was rejected twice in round ${head.round_number}: ${first?.rule ?? 'INVALID_RECORD'}`;
    return { ...after, stop: { reason: 'CRITICAL_DEFECT', detail } };
  }
  const { message } = end;
  site.messages.set(message.message_id, message);
  const asked = (message.output.structured_content.evidence_requests ?? []).length > 0;
  const said: DebateHead = {
    ...after,
    messages: [...after.messages, message.message_id],
    evidence_requested: after.evidence_requested || asked,
  };
  if (role !== 'arbiter') return said;
  const defects = settledDefects(said, stateOf(said, site), message);
  for (const defect of defects.filter((one) => !said.defects.includes(one))) {
    const data = { debate_id: head.debate_id, round: head.round_number, defect };
    invocation.record(defectSettled.draft({ kind: 'agent', id: role }, debateSubject(head.debate_id), data));
  }
  return { ...said, defects };
}

/** What the tools of a turn left behind: flagged defects, opened gates. */
function withTools(head: DebateHead, { watched }: TurnEnd): DebateHead {
  return {
    ...head,
    defects: [...head.defects, ...watched.flatMap((one) => one.defects)],
    waiting: [...head.waiting, ...watched.flatMap((one) => one.gates)],
  };
}

/** The stop conditions after a round (D2); without one the next round begins. */
function checkStop(head: DebateHead, site: DebateSite): DebateHead {
  const state = stateOf(head, site);
  const reason = stopReason(stopInputsOf(state));
  if (reason !== null) return { ...head, stop: { reason, detail: describeStop(reason, state) } };
  return { ...head, round_number: head.round_number + 1, evidence_requested: false };
}

function conclude(head: DebateHead, invocation: ActionInvocation, site: DebateSite): JsonObject {
  const stop = needed(head.stop, 'the reason why the debate stops');
  const state = concludeState(stateOf(head, site), head.decisions);
  invocation.record(concludedEvent(head.debate_id, state, stop));
  return headContext(head);
}
