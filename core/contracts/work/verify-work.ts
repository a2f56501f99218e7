import type { Ledger } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type SandboxProvider, unsandboxed } from '../../sandbox/index.ts';
import { hasDiff } from '../drafts.ts';
import { checkPolicy } from '../gates/policy-check.ts';
import type { CheckStage } from '../gates/verify.ts';
import type { Git } from '../workspace/git.ts';
import { landChange } from '../workspace/land-change.ts';
import { lookAtFolder, openWorkspace } from '../workspace/workspace.ts';
import type { World } from './issue.ts';
import { readDiff, readWork, type StoredWork } from './stored-work.ts';
import { type WeighedWork, type WeighRequest, weighWork } from './weigh.ts';

export interface VerifyRequest {
  readonly taskId: string;
  readonly agentId?: string | undefined;
  /** A folder that holds the finished work; null rebuilds the work of a run from its base and its stored change. */
  readonly folder: string | null;
  readonly sandbox: SandboxProvider | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | null;
  readonly onGate: ((gate: CheckStage) => void) | null;
}

/**
 * Weighs reported work outside a run: in the folder where it was done, or on the change that a run left in the ledger.
 * Errors: those of `weighWork` and `checkPolicy`, `folder-missing`, `change-missing`, `change-conflicts`, git's.
 */
export async function verifyWork(
  ledger: Ledger,
  request: VerifyRequest,
  git: Git,
  world: World,
): Promise<Result<WeighedWork>> {
  const stored = readWork(ledger, request.taskId, request.agentId);
  if (!stored.ok) return stored;
  const found = await findPlace(ledger, stored.value, request.folder, git);
  if (!found.ok) return found;
  const { place, remove } = found.value;
  try {
    const { taskId, agentId } = stored.value.row;
    const reader = request.sandbox ?? unsandboxed(request.environment);
    const usable =
      found.value === nowhere
        ? ok(null)
        : await checkPolicy(stored.value.contract, place.workTree, place.earlier, reader, request.signal);
    if (!usable.ok) return usable;
    return await weighWork(ledger, { ...request, ...place, taskId, agentId }, world);
  } finally {
    await remove();
  }
}

/** Where the work is, as `weighWork` needs to know it. */
interface Place {
  readonly place: Pick<WeighRequest, 'workTree' | 'changed' | 'paths' | 'newDiff' | 'folder' | 'earlier'>;
  remove(): Promise<void>;
}

/** Only a claim of success is looked at; any other report is weighed by its words alone. */
function findPlace(ledger: Ledger, work: StoredWork, folder: string | null, git: Git): Promise<Result<Place>> {
  if (work.report?.status !== 'success') return Promise.resolve(ok(nowhere));
  return folder === null ? rebuild(ledger, work, git) : inPlace(folder, git);
}

const nowhere: Place = {
  place: { workTree: '', changed: null, paths: null, newDiff: null, folder: null, earlier: null },
  remove: () => Promise.resolve(),
};

async function inPlace(folder: string, git: Git): Promise<Result<Place>> {
  const state = await lookAtFolder(folder, git);
  if (!state.ok) return state;
  const { change, earlier } = state.value;
  const isKnown = change !== null && change.paths.length > 0;
  return ok({
    place: {
      workTree: folder,
      changed: isKnown ? change.changed : null,
      paths: isKnown ? change.paths : null,
      newDiff: isKnown ? change.diff : null,
      folder: null,
      earlier,
    },
    remove: () => Promise.resolve(),
  });
}

/** The work of an earlier run: its base with its stored change. */
async function rebuild(ledger: Ledger, work: StoredWork, git: Git): Promise<Result<Place>> {
  const { row, started } = work;
  const diff = readDiff(ledger, work);
  if (!diff.ok) return diff;
  if (started === null || !hasDiff(diff.value)) {
    return fail(
      'change-missing',
      `The ledger holds no change for ${row.taskId}; name its folder with --in`,
      row.taskId,
    );
  }
  const opened = await openWorkspace(started.folder, git, started.base ?? undefined);
  if (!opened.ok) return opened;
  const { folder, source, earlier, remove } = opened.value;

  const rebuilt = await landChange(git, folder, diff.value);
  const change = rebuilt.ok ? await opened.value.capture() : rebuilt;
  if (!change.ok) {
    await remove();
    return change;
  }
  return ok({
    place: { workTree: folder, ...change.value, newDiff: null, folder: source, earlier },
    remove,
  });
}
