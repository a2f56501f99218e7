import type { Ledger, LedgerReader } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import {
  type GateAction,
  gateState,
  mayDecide,
  type ReviewerSigner,
  requestGate,
  rosterOf,
} from '../../review/index.ts';
import { taskSubject } from '../drafts.ts';
import type { WorkVerified } from '../events.ts';
import type { World } from '../work/issue.ts';
import { readWork, type StoredWork } from '../work/stored-work.ts';
import { findingMarked, findingRiskAsked } from './events.ts';
import type { DimensionReport, Finding } from './finding.ts';
import { opinionsOn } from './opinions.ts';

/** Which finding of which piece of work. */
export interface FindingName {
  readonly taskId: string;
  readonly agentId: string;
  readonly findingId: string;
}

/**
 * Records that a reviewer calls a finding a false alarm, or takes that back. Counted per rule; verdict, score and
 * supervision stay what they are. Errors: `task-unknown`, `finding-unknown`, `unknown-reviewer`,
 * `role-may-not-decide`, `mark-unchanged`, `reason-required`, and the ledger's own.
 */
export function markFinding(
  ledger: Ledger,
  name: FindingName,
  { mark, reason }: { readonly mark: 'false-alarm' | 'withdrawn'; readonly reason: string },
  reviewer: ReviewerSigner,
): Result<{ readonly seq: number }> {
  const said = reason.trim();
  if (mark === 'false-alarm' && said === '') {
    return fail('reason-required', 'Say in a sentence why the rule is wrong here', 'reason');
  }
  if (!said.isWellFormed()) return fail('text-malformed', 'The reason holds half a character; type it again', 'reason');
  const appended = ledger.appendDecided((reader) => {
    const eligible = checkReviewer(reader, reviewer);
    if (!eligible.ok) return eligible;
    const found = findFinding(reader, name);
    if (!found.ok) return found;
    const stands = opinionsOn(reader, name.taskId, name.agentId).get(name.findingId)?.falseAlarm ?? null;
    if ((stands !== null) === (mark === 'false-alarm')) {
      const now = stands === null ? 'It is not marked as a false alarm' : `${stands.by} marked it already`;
      return fail('mark-unchanged', now, name.findingId);
    }
    const { task_id, agent_id } = found.value.work.contract;
    const { id, rule } = found.value.finding;
    const data = { task_id, agent_id, finding_id: id, rule, mark, reason: said === '' ? null : said };
    return ok([findingMarked.draft({ kind: 'human', id: reviewer.reviewerId }, taskSubject(task_id), data)]);
  });
  return appended.ok ? ok({ seq: appended.value.firstSeq }) : appended;
}

/**
 * Opens the human gate at which the risk of one finding is accepted or refused: bound to the finding and to the change.
 * The agent asks, as it does for a landing, so that whoever pressed the button may decide. A gate that waits already is
 * returned. Accepting changes neither verdict nor score. Errors: `task-unknown`, `finding-unknown`, `risk-decided`.
 */
export function askRisk(
  ledger: Ledger,
  name: FindingName,
  reviewer: ReviewerSigner,
  world: World,
): Result<{ readonly gateId: string }> {
  const known = waitingGate(ledger, name, world);
  if (!known.ok) return known;
  if (known.value !== null) return ok({ gateId: known.value });
  let opened = '';
  const appended = ledger.appendDecided((reader) => {
    const eligible = checkReviewer(reader, reviewer);
    if (!eligible.ok) return eligible;
    const found = findFinding(reader, name);
    if (!found.ok) return found;
    const { gateId, event } = riskGate(found.value, world);
    opened = gateId;
    const { task_id, agent_id } = found.value.work.contract;
    const { id, rule } = found.value.finding;
    const asked = { task_id, agent_id, finding_id: id, rule, gate_id: gateId };
    const actor = { kind: 'human', id: reviewer.reviewerId } as const;
    return ok([event, findingRiskAsked.draft(actor, taskSubject(task_id), asked)]);
  });
  return appended.ok ? ok({ gateId: opened }) : appended;
}

/** The pending gate about this finding; null when it can be asked for. Error: `risk-decided`. */
function waitingGate(reader: LedgerReader, { taskId, agentId, findingId }: FindingName, world: World) {
  const risk = opinionsOn(reader, taskId, agentId).get(findingId)?.risk ?? null;
  if (risk === null) return ok(null);
  const state = gateState(reader, risk.gateId, world.clock);
  if (!state.ok) return state;
  if (state.value === 'pending') return ok(risk.gateId);
  if (state.value !== 'approved') return ok(null);
  return fail('risk-decided', `The risk was accepted already, at ${risk.gateId}`, risk.gateId);
}

interface FoundFinding {
  readonly work: StoredWork;
  readonly verified: WorkVerified;
  readonly dimensions: DimensionReport;
  readonly finding: Finding;
}

function findFinding(reader: LedgerReader, { taskId, agentId, findingId }: FindingName): Result<FoundFinding> {
  const work = readWork(reader, taskId, agentId);
  if (!work.ok) return work;
  const { verified } = work.value;
  const dimensions = verified?.dimensions ?? null;
  const finding = dimensions?.findings.find(({ id }) => id === findingId);
  if (verified !== null && dimensions !== null && finding !== undefined) {
    return ok({ work: work.value, verified, dimensions, finding });
  }
  return fail('finding-unknown', `The last check of ${taskId} has no such finding`, findingId);
}

function checkReviewer(reader: LedgerReader, { reviewerId, publicKey }: ReviewerSigner): Result<null> {
  const roster = rosterOf(reader);
  if (!roster.ok) return roster;
  const known = [...roster.value.values()].find((one) => one.reviewerId === reviewerId && one.publicKey === publicKey);
  if (known === undefined) return fail('unknown-reviewer', `${reviewerId} is not enrolled in this ledger`);
  if (mayDecide(known.role)) return ok(null);
  return fail('role-may-not-decide', `${known.role} may not mark findings`);
}

/** What a person accepts: this finding of this change, under these rules. */
function riskAction({ work, verified, dimensions, finding }: FoundFinding): GateAction {
  const { contract } = work;
  return {
    tool: 'finding.accept',
    arguments: {
      task_id: contract.task_id,
      agent_id: contract.agent_id,
      diff_digest: verified.diff_digest,
      finding: { ...finding },
    },
    policy: {
      reason_required: true,
      verification_policy: dimensions.policy,
      policy_digest: dimensions.policy_digest,
    },
    evidence: { verdict: verified.verdict },
  };
}

function riskGate(found: FoundFinding, world: World) {
  const { contract } = found.work;
  const { finding } = found;
  const { task_id: taskId, agent_id: agentId } = contract;
  const action = riskAction(found);
  const place = finding.line === null ? finding.file : `${finding.file}:${finding.line}`;
  return requestGate(
    {
      ...action,
      action: action.tool,
      title: `Accept the risk of ${finding.rule} in ${place}, in the work of ${agentId} on ${taskId}`,
      requester: { kind: 'agent', id: agentId },
      requiredRole: finding.severity === 'error' ? 'IC_MEMBER' : 'ANALYST',
      why: [
        { rule: finding.rule, text: finding.message, link: { view: 'rules', id: finding.rule } },
        { rule: 'G2', text: 'A risk is accepted by a person, with a reason and a signature.', link: null },
      ],
      touches: {
        files: [finding.file],
        tools: [],
        money: null,
        people: [],
        reversible: 'reversible',
        note: 'Nothing is changed: verdict and score stay as they are. The finding says who accepted it and why.',
      },
      falsifiers: [
        finding.suggestion === null
          ? 'It can be corrected with little work.'
          : `It can be corrected: ${finding.suggestion}.`,
        'Somebody depends on what this finding is about and was not asked.',
      ],
      taskId,
      agentId,
      expiresAt: null,
    },
    world,
  );
}
