import type { Actor, Ledger } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { standingOf, stricterLevel } from '../../reputation/index.ts';
import { actionDigest, approvalUse, gateState } from '../../review/index.ts';
import { diffDigest, hasDiff, taskSubject } from '../drafts.ts';
import { workLanded } from '../events.ts';
import { parseDiff } from '../unified-diff.ts';
import type { Git } from '../workspace/git.ts';
import { checkLanding, isLanded, landChange } from '../workspace/land-change.ts';
import { type Landing, landingAction, requestLanding, whyHeld } from './hold.ts';
import type { World } from './issue.ts';
import { landingGates } from './landing-gates.ts';
import { readDiff, readWork, type StoredWork } from './stored-work.ts';

export interface LandedWork {
  readonly folder: string;
  readonly files: number;
  /** The approval that was used; null when none was needed. */
  readonly gateId: string | null;
}

/**
 * Lands the change of a run in its folder: at once when nothing holds it, else by using up the approval of exactly this
 * change, on these results, into this folder (C9, G3). The change is checked first and applied whole or not at all.
 * Errors: `task-unknown`, `nothing-to-land`, `work-not-landable`, `already-landed`, `approval-missing` and the other
 * errors of `approvalUse`, `change-conflicts`, and the ledger's own.
 */
export async function landWork(
  ledger: Ledger,
  work: { readonly taskId: string; readonly agentId?: string | undefined },
  git: Git,
  world: World,
): Promise<Result<LandedWork>> {
  const stored = readWork(ledger, work.taskId, work.agentId);
  if (!stored.ok) return stored;
  const landing = landingOf(ledger, stored.value);
  if (!landing.ok) return landing;
  const { folder, diff } = landing.value;
  const gateId = whyHeld(landing.value).length === 0 ? null : landingGates(ledger, stored.value).at(-1);
  if (gateId === undefined) return askAgain(ledger, landing.value, 'The change now waits for a person', world);
  if (gateId !== null && (await wasInterrupted(ledger, gateId, landing.value, git, world))) {
    return recordLanded(ledger, landing.value, gateId);
  }
  const fits = await checkLanding(git, folder, diff);
  if (!fits.ok) return fits;
  if (gateId !== null) {
    const used = consumeLandingApproval(ledger, gateId, landing.value, world);
    if (!used.ok) {
      const { code, message } = used.problem;
      return outdated.includes(code) ? askAgain(ledger, landing.value, message, world) : used;
    }
  }
  const landed = await landChange(git, folder, diff);
  return landed.ok ? recordLanded(ledger, landing.value, gateId) : landed;
}

/** An approval that no longer stands for this landing; a rejection or a pending gate is another matter. */
const outdated: readonly string[] = ['wrong-digest', 'approval-expired', 'approval-used'];

/** Opens a gate for the landing as it is now, and says so. */
function askAgain(ledger: Ledger, landing: RealLanding, why: string, world: World): Result<never> {
  const request = requestLanding(landing, world);
  const appended = ledger.append([request.event]);
  if (!appended.ok) return appended;
  return fail('approval-missing', `${why}. A gate was opened: mizan gate show ${request.gateId}`, request.gateId);
}

type RealLanding = Landing & { readonly folder: string; readonly diff: Uint8Array };

/** What would land, all of it read from the ledger. */
function landingOf(ledger: Ledger, work: StoredWork): Result<RealLanding> {
  const { contract, issued, started, verified, row, pointers } = work;
  if (pointers.landed !== null) return fail('already-landed', `The change of ${row.taskId} landed already`, row.taskId);
  const diff = readDiff(ledger, work);
  if (!diff.ok) return diff;
  if (started === null || !hasDiff(diff.value)) {
    return fail('nothing-to-land', `${row.agentId} left no change for ${row.taskId}`, row.taskId);
  }
  if (verified === null || verified.verdict === 'failed' || row.outcome === 'blocked' || row.outcome === 'failed') {
    return fail(
      'work-not-landable',
      `The work on ${row.taskId} is ${row.outcome}; only checked work lands`,
      row.taskId,
    );
  }
  return ok({
    contract,
    level: stricterLevel(issued.level, standingOf(ledger, row.agentId).level),
    folder: started.folder,
    base: started.base,
    diff: diff.value,
    verdict: verified.verdict,
    gates: verified.gates,
    sandbox: verified.sandbox,
    unsandboxed: verified.unsandboxed,
    dimensions: verified.dimensions,
  });
}

function consumeLandingApproval(
  ledger: Ledger,
  gateId: string,
  landing: RealLanding,
  { clock }: World,
): Result<unknown> {
  const consumer: Actor = { kind: 'agent', id: landing.contract.agent_id };
  const digest = actionDigest(landingAction(landing));
  return ledger.appendDecided((reader) => {
    const used = approvalUse(reader, { gateId, digest, consumer }, clock);
    return used.ok ? ok([used.value]) : used;
  });
}

/** Whether an earlier landing used the approval and applied the change, but was ended before it could say so. */
async function wasInterrupted(
  ledger: Ledger,
  gateId: string,
  { contract, folder, diff, ...rest }: RealLanding,
  git: Git,
  { clock }: World,
): Promise<boolean> {
  const state = gateState(ledger, gateId, clock);
  if (!state.ok || state.value !== 'approved') return false;
  const consumer: Actor = { kind: 'agent', id: contract.agent_id };
  const digest = actionDigest(landingAction({ contract, folder, diff, ...rest }));
  const use = approvalUse(ledger, { gateId, digest, consumer }, clock);
  return !use.ok && use.problem.code === 'approval-used' && (await isLanded(git, folder, diff));
}

function recordLanded(
  ledger: Ledger,
  { contract, folder, diff }: RealLanding,
  gateId: string | null,
): Result<LandedWork> {
  const files = parseDiff(new TextDecoder().decode(diff));
  const count = files.ok ? files.value.length : 0;
  const { task_id, agent_id } = contract;
  const draft = workLanded.draft({ kind: 'agent', id: agent_id }, taskSubject(task_id), {
    task_id,
    agent_id,
    diff_digest: diffDigest(diff),
    files: count,
    gate_id: gateId,
  });
  const appended = ledger.append([draft]);
  return appended.ok ? ok({ folder, files: count, gateId }) : appended;
}
