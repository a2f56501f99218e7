import type { Actor, EventDraft, Ledger, LedgerReader } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type Standing, standingOf, stricterLevel } from '../../reputation/index.ts';
import { actionDigest, approvalUse, gateDigest, withdrawal } from '../../review/index.ts';
import type { SandboxProvider } from '../../sandbox/index.ts';
import { type Assessment, assess } from '../assess.ts';
import { diffDigest, draftOutcome, hasDiff } from '../drafts.ts';
import { dimensionReport } from '../findings/finding.ts';
import type { CheckStage } from '../gates/verify.ts';
import type { SelfReport } from '../report.ts';
import type { ChangedPath, EarlierFiles } from '../workspace/workspace.ts';
import { type Landing, landingAction, requestLanding, whyHeld } from './hold.ts';
import { shellAction, type World } from './issue.ts';
import { landingGates } from './landing-gates.ts';
import { checkUnscored, readDiff, readWork, type StoredWork } from './stored-work.ts';

/** Mizan itself weighs: no agent and no person gives the score. */
const weigher: Actor = { kind: 'system', id: 'mizan' };

/** Where the work is, and what to check it with. */
export interface WeighRequest {
  readonly taskId: string;
  readonly agentId: string;
  /** The files as the agent left them. */
  readonly workTree: string;
  /** Paths that the agent changed; null when unknown. */
  readonly changed: readonly string[] | null;
  /** The same with what is gone and what was moved. */
  readonly paths: readonly ChangedPath[] | null;
  /** The change in this work tree, when the ledger does not hold it yet. */
  readonly newDiff: Uint8Array | null;
  /** Into which folder the change would land; null when it is in place already. */
  readonly folder: string | null;
  readonly earlier: EarlierFiles | null;
  readonly sandbox: SandboxProvider | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | null;
  readonly onGate: ((gate: CheckStage) => void) | null;
}

export interface WeighedWork {
  readonly assessment: Assessment;
  /** The human gate that the work now waits for; null when it needs none. */
  readonly gateId: string | null;
  readonly before: Standing;
  readonly after: Standing;
}

/**
 * Weighs the last report of a piece of work: verifies a claim of success, scores, and opens a human gate where the
 * level or the result asks for one (C2, C6-C9). Scored once, whatever other processes do at the same time.
 * Errors: `task-unknown`, `report-missing`, `task-already-scored`, `cancelled`, and the ledger's own.
 */
export async function weighWork(ledger: Ledger, request: WeighRequest, world: World): Promise<Result<WeighedWork>> {
  const stored = readWork(ledger, request.taskId, request.agentId);
  if (!stored.ok) return stored;
  const open = checkUnscored(stored.value);
  if (!open.ok) return open;
  const report = reportOf(ledger, stored.value);
  if (!report.ok) return report;
  const { contract } = stored.value;
  const shellApproved =
    report.value.status === 'success' && contract.shell && consumeShellApproval(ledger, stored.value, world);
  const assessed = await assess(report.value, { ...request, contract, shellApproved, source: request.folder });
  if (!assessed.ok) return assessed;
  return record(ledger, request, assessed.value, world);
}

/** The stored report, as far as weighing needs it. */
function reportOf(_reader: LedgerReader, { report, row, pointers }: StoredWork): Result<SelfReport> {
  if (report === null || pointers.report === null) {
    const how = `mizan report ${row.taskId} --status success|blocked|failure`;
    return fail('report-missing', `${row.agentId} has not reported on ${row.taskId} yet; see: ${how}`, row.taskId);
  }
  return ok({ status: report.status, need: report.need, unreadable: report.unreadable, text: '' });
}

/** Uses up the approval of the shell command (C4); false when there is none to use. */
function consumeShellApproval(ledger: Ledger, { issued, contract }: StoredWork, world: World): boolean {
  const gateId = issued.shell_gate_id;
  if (gateId === null) return false;
  const consumer: Actor = { kind: 'agent', id: contract.agent_id };
  const digest = actionDigest(shellAction(contract));
  return ledger.appendDecided((reader) => {
    const used = approvalUse(reader, { gateId, digest, consumer }, world.clock);
    return used.ok ? ok([used.value]) : used;
  }).ok;
}

function record(ledger: Ledger, request: WeighRequest, assessment: Assessment, world: World): Result<WeighedWork> {
  let weighed: WeighedWork | null = null;
  const appended = ledger.appendDecided((reader) => {
    const stored = readWork(reader, request.taskId, request.agentId);
    if (!stored.ok) return stored;
    const open = checkUnscored(stored.value);
    if (!open.ok) return open;
    const diff = request.newDiff === null ? readDiff(reader, stored.value) : ok(request.newDiff);
    if (!diff.ok) return diff;
    const before = standingOf(reader, request.agentId);
    const outcome = draftOutcome(
      weigher,
      {
        taskId: request.taskId,
        agentId: request.agentId,
        title: stored.value.row.title,
        contract: stored.value.contract,
        diff: diff.value,
        diffIsNew: request.newDiff !== null,
        assessment,
        wasInconclusive: stored.value.row.outcome === 'inconclusive',
        derived: false,
      },
      before,
    );
    if (!outcome.ok) return outcome;
    const landing = heldLanding(stored.value, request, diff.value, assessment, before);
    const gate = holdOnce(reader, stored.value, landing, world);
    if (!gate.ok) return gate;
    weighed = { assessment, gateId: gate.value.gateId, before, after: outcome.value.after };
    return ok([...outcome.value.events, ...gate.value.events]);
  });
  if (!appended.ok) return appended;
  if (weighed === null) throw new Error('bug: work was appended without being weighed');
  return ok(weighed);
}

/** The landing that a person has to decide on; null when there is none to decide. */
function heldLanding(
  { contract, issued, started }: StoredWork,
  { folder }: WeighRequest,
  diff: Uint8Array | null,
  { verification }: Assessment,
  standing: Standing,
): Landing | null {
  if (verification === null || verification.verdict === 'failed') return null;
  const landing: Landing = {
    contract,
    level: stricterLevel(issued.level, standing.level),
    folder,
    base: folder === null ? null : (started?.base ?? null),
    diff,
    verdict: verification.verdict,
    gates: verification.gates,
    sandbox: verification.sandbox,
    unsandboxed: verification.unsandboxed,
    dimensions: dimensionReport(verification.dimensions, hasDiff(diff) ? diffDigest(diff) : null),
  };
  return whyHeld(landing).length === 0 ? null : landing;
}

/**
 * One gate asks for one landing: a gate of an earlier check that still waits is kept when it asks for exactly the same,
 * else the agent takes it back. Errors: those of `gateDigest`.
 */
function holdOnce(
  reader: LedgerReader,
  work: StoredWork,
  landing: Landing | null,
  world: World,
): Result<{ readonly gateId: string | null; readonly events: readonly EventDraft[] }> {
  const { row } = work;
  const events: EventDraft[] = [];
  let kept: string | null = null;
  for (const gateId of landingGates(reader, work, 'waiting')) {
    const digest = gateDigest(reader, gateId);
    if (!digest.ok) return digest;
    if (landing !== null && kept === null && digest.value === actionDigest(landingAction(landing))) {
      kept = gateId;
      continue;
    }
    const taken = withdrawal(reader, gateId, { kind: 'agent', id: row.agentId }, 'The work was checked again.');
    // Expired in the meantime: then it waits no longer.
    if (taken.ok) events.push(taken.value);
  }
  if (landing === null || kept !== null) return ok({ gateId: kept, events });
  const { gateId, event } = requestLanding(landing, world);
  return ok({ gateId, events: [...events, event] });
}
