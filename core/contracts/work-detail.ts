import type { BodyReference, GateResult, WorkDetail, WorkRow } from '../api/index.ts';
import type { LedgerEvent, LedgerReader } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { workScored } from '../reputation/index.ts';
import { gateTitle } from '../review/index.ts';
import { testCommandLine } from './contract.ts';
import { describeWorkEvent } from './describe.ts';
import { type ContractIssued, contractIssued, reportReceived, type WorkVerified, workVerified } from './events.ts';
import { dimensionsPayload } from './findings/finding.ts';
import { marksFor } from './findings/marks.ts';
import { opinionsOn } from './findings/opinions.ts';
import { type FoundWork, findWork, gatesOfWork } from './list-work.ts';
import { changedFiles } from './work-change.ts';

/** The most events of one task that its history shows, the newest kept. */
const historyLimit = 500;

/** The most characters of the agent's own words that the detail holds; the payload holds all of them. */
const claimLimit = 20_000;

/** Everything about one piece of work. Errors: `task-unknown`, and the ledger's own. */
export function getWork(
  reader: LedgerReader,
  query: { readonly taskId: string; readonly agentId?: string | undefined },
): Result<WorkDetail> {
  const found = findWork(reader, query.taskId, query.agentId);
  if (!found.ok) return found;
  const { row, pointers } = found.value;
  const issuedEvent = reader.event(pointers.issued);
  if (!issuedEvent.ok) return issuedEvent;
  const issued = contractIssued.read(issuedEvent.value);
  if (!issued.ok) return issued;
  const report = eventAt(reader, pointers.report);
  const checked = checkedWork(reader, pointers.verified);
  return ok({
    row,
    contract: contractView(issued.value, issuedEvent.value),
    claim: report === null ? null : claimOf(reader, report),
    gates: checked?.checks.gates.map((gate) => gateResult(gate, checked.event)) ?? [],
    verification: checked === null ? null : verificationOf(reader, row, checked),
    sandbox: checked === null ? null : sandboxOf(checked.checks),
    score: scoreOfWork(reader, pointers.scored),
    diff: diffOf(reader, found.value, checked?.checks ?? null),
    facts: factsOf(report),
    asked: gatesOfWork(reader, row.taskId, row.agentId).map((gateId) => ({
      gateId,
      title: gateTitle(reader, gateId) ?? gateId,
    })),
    history: historyOf(reader, row.taskId, row.agentId),
  });
}

function contractView(issued: ContractIssued, event: LedgerEvent): WorkDetail['contract'] {
  const { contract } = issued;
  return {
    objective: contract.objective,
    criteria: contract.criteria,
    requiredFiles: contract.required_files,
    runTests: testCommandLine(contract),
    shell: contract.shell,
    timeoutSeconds: contract.timeout_seconds,
    lint: contract.run_lint,
    policy: contract.verification_policy,
    prompt: bodyReference(event, 'prompt'),
    digest: issued.contract_digest,
  };
}

function eventAt(reader: LedgerReader, seq: number | null): LedgerEvent | null {
  if (seq === null) return null;
  const event = reader.event(seq);
  return event.ok ? event.value : null;
}

/** Where a payload of this event can be fetched; null when the event has none of that name. */
function bodyReference(event: LedgerEvent, name: string): BodyReference | null {
  const payload = event.payloads.find((candidate) => candidate.name === name);
  if (payload === undefined) return null;
  return { seq: event.seq, name, mediaType: payload.media_type, size: payload.size, digest: payload.digest };
}

function claimOf(reader: LedgerReader, event: LedgerEvent): WorkDetail['claim'] {
  const report = reportReceived.read(event);
  if (!report.ok) return null;
  const { status, need, unreadable } = report.value;
  const body = bodyReference(event, 'report') === null ? null : reader.body(event.seq, 'report');
  const text =
    body?.ok === true && body.value.state === 'present'
      ? new TextDecoder().decode(body.value.body).slice(0, claimLimit)
      : '';
  return { status, need, text: unreadable === null ? text : `${unreadable}\n\n${text}`.trim(), at: event.at };
}

function gateResult(gate: WorkVerified['gates'][number], event: LedgerEvent): GateResult {
  return {
    gate: gate.gate,
    outcome: gate.outcome,
    reason: gate.reason,
    durationMs: gate.duration_ms,
    tool: gate.tool,
    output: gate.output === null ? null : bodyReference(event, gate.output),
    marks: gate.marks.map(({ file, line, message }) => ({ file, line, message })),
  };
}

interface CheckedWork {
  readonly checks: WorkVerified;
  readonly event: LedgerEvent;
}

function checkedWork(reader: LedgerReader, seq: number | null): CheckedWork | null {
  const event = eventAt(reader, seq);
  const verified = event === null ? null : workVerified.read(event);
  return event === null || verified?.ok !== true ? null : { checks: verified.value, event };
}

function sandboxOf({ sandbox }: WorkVerified): WorkDetail['sandbox'] {
  return sandbox === null ? null : { provider: sandbox.provider, policyDigest: sandbox.policy_digest };
}

function verificationOf(
  reader: LedgerReader,
  { taskId, agentId }: WorkRow,
  { checks: { dimensions }, event }: CheckedWork,
): WorkDetail['verification'] {
  if (dimensions === null) return null;
  const { policy, policy_digest: policyDigest, found, warnings, open } = dimensions;
  const opinions = opinionsOn(reader, taskId, agentId);
  const findings = dimensions.findings.map(({ id, ...finding }) => ({
    findingId: id,
    ...finding,
    falseAlarm: opinions.get(id)?.falseAlarm ?? null,
    risk: opinions.get(id)?.risk ?? null,
  }));
  return { policy, policyDigest, found, warnings, findings, open, report: bodyReference(event, dimensionsPayload) };
}

function scoreOfWork(reader: LedgerReader, seq: number | null): WorkDetail['score'] {
  const event = eventAt(reader, seq);
  const scored = event === null ? null : workScored.read(event);
  if (scored === null || !scored.ok) return null;
  const { score, reputation_before, reputation_after, why } = scored.value;
  return { value: score, reputationBefore: reputation_before, reputationAfter: reputation_after, why };
}

function diffOf(reader: LedgerReader, found: FoundWork, checks: WorkVerified | null): WorkDetail['diff'] {
  const event = eventAt(reader, found.pointers.diff);
  const body = event === null ? null : bodyReference(event, 'diff');
  if (body === null) return null;
  const files = changedFiles(reader, found.pointers);
  const marked = { gates: checks?.gates ?? [], findings: checks?.dimensions?.findings ?? [] };
  return {
    body,
    files: (files.ok ? files.value : []).map((file) => ({
      path: file.path,
      previousPath: file.previousPath,
      status: file.status,
      additions: file.additions,
      deletions: file.deletions,
      marks: marksFor(file, marked).map(({ gate, findingId }) => ({ gate, findingId })),
    })),
  };
}

function factsOf(report: LedgerEvent | null): WorkDetail['facts'] {
  const read = report === null ? null : reportReceived.read(report);
  return read?.ok === true ? read.value.facts : [];
}

function historyOf(reader: LedgerReader, taskId: string, agentId: string): WorkDetail['history'] {
  const { events } = reader.page({
    filter: { subject: `task:${taskId}` },
    limit: historyLimit,
    direction: 'descending',
  });
  return events
    .filter((event) => event.data.agent_id === agentId)
    .map((event) => ({
      seq: event.seq,
      at: event.at,
      type: event.type,
      summary: describeWorkEvent(event) ?? event.type,
    }))
    .reverse();
}
