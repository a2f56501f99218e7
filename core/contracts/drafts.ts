import { createHash } from 'node:crypto';
import type { SupervisionLevel } from '../api/index.ts';
import type { Actor, EventDraft, PayloadDraft } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { type Standing, scoreWork } from '../reputation/index.ts';
import type { Assessment } from './assess.ts';
import { contractDigest, type TaskContract } from './contract.ts';
import {
  type ContractIssued,
  contractIssued,
  type ReportReceived,
  reportReceived,
  type WorkVerified,
  workVerified,
} from './events.ts';
import { dimensionReport, dimensionsPayload } from './findings/finding.ts';
import type { Verification } from './gates/verify.ts';
import { type Refusal, renderInstructions } from './prompt.ts';
import type { SelfReport } from './report.ts';

/** A measured fact about a run: its label and its value with the unit. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** The ledger subject of a task. */
export function taskSubject(taskId: string): string {
  return `task:${taskId}`;
}

/** `sha256:` + hex over the bytes of a diff. */
export function diffDigest(diff: Uint8Array): string {
  return `sha256:${createHash('sha256').update(diff).digest('hex')}`;
}

/** The supervision of the next contract: a suspended agent on probation works at `strict` (C8). */
export function levelOfContract(standing: Standing): SupervisionLevel {
  return standing.level === 'suspended' && standing.probation ? 'strict' : standing.level;
}

/** The contract as the agent gets it, with its prompt. */
export function draftIssue(
  actor: Actor,
  contract: TaskContract,
  standing: Standing,
  more: Pick<ContractIssued, 'title' | 'derived' | 'source' | 'shell_gate_id'>,
  refusals: readonly Refusal[] = [],
): EventDraft {
  const level = levelOfContract(standing);
  const prompt: PayloadDraft = {
    name: 'prompt',
    mediaType: 'text/markdown',
    body: renderInstructions(contract, level, refusals),
  };
  const { task_id, agent_id } = contract;
  return contractIssued.draft(
    actor,
    taskSubject(task_id),
    {
      task_id,
      agent_id,
      contract: {
        ...contract,
        criteria: [...contract.criteria],
        required_files: [...contract.required_files],
        run_tests: typeof contract.run_tests === 'object' ? (contract.run_tests?.slice() ?? null) : contract.run_tests,
      },
      contract_digest: contractDigest(contract),
      level,
      probation: standing.probation,
      ...more,
    },
    more.derived ? [] : [prompt],
  );
}

/** What came back from the agent. */
export interface Delivery {
  readonly taskId: string;
  readonly agentId: string;
  readonly report: SelfReport;
  readonly via: ReportReceived['via'];
  /** Everything the agent printed, as far as kept. */
  readonly transcript: Uint8Array | null;
  readonly diff: Uint8Array | null;
  readonly facts: readonly Fact[];
  readonly derived: boolean;
}

/** The self-report with everything that came with it. It carries no score (C7). */
export function draftReport(delivery: Delivery): EventDraft {
  const { taskId, agentId, report, diff, transcript } = delivery;
  const payloads: PayloadDraft[] = [];
  if (report.text !== '') payloads.push({ name: 'report', mediaType: 'text/plain', body: report.text });
  if (transcript !== null) payloads.push({ name: 'transcript', mediaType: 'text/plain', body: transcript });
  if (hasDiff(diff)) payloads.push(diffPayload(diff));
  return reportReceived.draft(
    { kind: 'agent', id: agentId },
    taskSubject(taskId),
    {
      task_id: taskId,
      agent_id: agentId,
      status: report.status,
      need: report.need,
      unreadable: report.unreadable,
      via: delivery.via,
      diff_digest: hasDiff(diff) ? diffDigest(diff) : null,
      facts: delivery.facts.map(({ label, value }) => ({ label, value })),
      derived: delivery.derived,
    },
    payloads,
  );
}

/** Whether there is a change at all: an empty diff is none. */
export function hasDiff(diff: Uint8Array | null): diff is Uint8Array {
  return diff !== null && diff.length > 0;
}

/** The change as the payload `diff`. */
export function diffPayload(diff: Uint8Array): PayloadDraft {
  return { name: 'diff', mediaType: 'text/x-diff', body: diff };
}

/** The work whose outcome is to be recorded. */
export interface OutcomeToRecord {
  readonly taskId: string;
  readonly agentId: string;
  readonly title: string;
  readonly contract: TaskContract;
  /** The change that was verified; null when there is none or it is unknown. */
  readonly diff: Uint8Array | null;
  /** True when no earlier event of this task holds the diff. */
  readonly diffIsNew: boolean;
  readonly assessment: Assessment;
  /** Whether an earlier verdict on this work was inconclusive. */
  readonly wasInconclusive: boolean;
  readonly derived: boolean;
}

/** `work.verified` when the gates ran, `work.scored` when there is a score, and what the score does to the agent. */
export function draftOutcome(
  actor: Actor,
  work: OutcomeToRecord,
  standing: Standing,
): Result<{ readonly events: readonly EventDraft[]; readonly after: Standing }> {
  const { assessment, taskId, agentId } = work;
  const replaces = work.wasInconclusive ? 'inconclusive' : null;
  const verified = assessment.verification === null ? [] : [draftVerified(actor, work, assessment.verification)];
  const { outcome, score, why } = assessment;
  if (score === null || outcome === 'inconclusive') return ok({ events: verified, after: standing });
  const { title, derived } = work;
  const scored = scoreWork(
    standing,
    { task_id: taskId, agent_id: agentId, title, outcome, score, why, replaces, derived },
    actor,
  );
  return scored.ok ? ok({ events: [...verified, ...scored.value.events], after: scored.value.after }) : scored;
}

function draftVerified(actor: Actor, work: OutcomeToRecord, verification: Verification): EventDraft {
  const digest = hasDiff(work.diff) ? diffDigest(work.diff) : null;
  const { dimensions } = verification;
  const outputs: PayloadDraft[] = [
    ...verification.outputs.map(({ name, body }) => ({ name, mediaType: 'text/plain', body })),
    ...(dimensions === null ? [] : [{ name: dimensionsPayload, mediaType: 'application/json', body: dimensions.json }]),
  ];
  const data: WorkVerified = {
    task_id: work.taskId,
    agent_id: work.agentId,
    verdict: verification.verdict,
    gate_failed: verification.gateFailed,
    gates: verification.gates.map((gate) => ({ ...gate, marks: gate.marks.map((mark) => ({ ...mark })) })),
    dimensions: dimensionReport(dimensions, digest),
    sandbox: verification.sandbox,
    unsandboxed: verification.unsandboxed,
    contract_digest: contractDigest(work.contract),
    diff_digest: digest,
    replaces: work.wasInconclusive ? 'inconclusive' : null,
    derived: work.derived,
  };
  const payloads = work.diffIsNew && hasDiff(work.diff) ? [...outputs, diffPayload(work.diff)] : outputs;
  return workVerified.draft(actor, taskSubject(work.taskId), data, payloads);
}
