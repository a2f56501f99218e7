import type { OperationParsed, ReviewerView, SessionView } from '../api/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { addReviewer, listReviewers, type ReviewerKeyStore, type ReviewerSigner } from '../review/index.ts';
import { ledgerName, type RecentLedgers } from './recent.ts';
import type { ReviewerSession } from './reviewer-session.ts';
import type { Workspace } from './workspace.ts';

export interface SessionParts {
  readonly door: SessionView['door'];
  readonly version: string;
  readonly workspace: Workspace;
  readonly recent: RecentLedgers;
  readonly reviewer: ReviewerSession;
  /** The keys that belong to a ledger: the sample has its own. */
  readonly keysFor: (ledgerPath: string) => ReviewerKeyStore;
  /** What to say above the views of a ledger, and whether it is the sample. */
  readonly introduction: (ledgerPath: string) => { readonly sample: boolean; readonly notice: string | null };
  /** Asks a person for a file; null when this door has no dialog. */
  readonly chooseFile: (() => Promise<string | null>) | null;
  /** What the view shows has changed. */
  readonly onChange: () => void;
}

/** What a person does with ledgers and keys, before any work is looked at. */
export interface Session {
  view(): Promise<Result<SessionView>>;
  /** Opens a ledger; whose key was unlocked is locked, unless `signer` is to be unlocked in it. */
  open(path: string, signer?: ReviewerSigner): Promise<Result<SessionView>>;
  /** Null when the person chose nothing. Error: `no-file-dialog`. */
  choose(): Promise<Result<SessionView | null>>;
  close(): Promise<Result<SessionView>>;
  /** Errors: `key-work-running`, those of `addReviewer`. */
  enroll(reviewer: OperationParsed<'reviewer.enroll'>): Promise<Result<SessionView>>;
  /**
   * Errors: `key-work-running`, `reviewer-not-enrolled`, `reviewer-key-elsewhere`, those of `ReviewerKeyStore.open`.
   */
  unlock(reviewerId: string, passphrase: string | null): Promise<Result<SessionView>>;
  lock(): Promise<Result<SessionView>>;
  /** The unlocked reviewer as this ledger knows them, or null. */
  viewer(): Promise<ReviewerView | null>;
}

/** A session in which nothing is open and nobody unlocked. One key is worked on at a time: `key-work-running` else. */
export function createSession(parts: SessionParts): Session {
  const { reviewer, workspace } = parts;
  const view = () => viewOf(parts);
  const changed = () => viewAfterChange(parts);
  const withKey = createKeyWork(workspace, changed);

  async function open(path: string, signer?: ReviewerSigner): Promise<Result<SessionView>> {
    const opened = await workspace.open(path);
    if (!opened.ok) return opened;
    if (signer === undefined) reviewer.lock();
    else reviewer.unlock(signer);
    return changed();
  }

  return {
    view,
    open,
    async choose() {
      const path = await chosenPath(parts);
      if (!path.ok) return path;
      return path.value === null ? ok(null) : open(path.value);
    },
    close() {
      reviewer.lock();
      void workspace.close();
      return changed();
    },
    enroll: ({ passphrase, ...person }) =>
      withKey(
        (ledger) => addReviewer(ledger, parts.keysFor(ledger.path), person, passphrase, reviewer.unlocked()),
        // Who enrols a colleague stays who they are.
        (signer) => {
          if (reviewer.unlocked() === null) reviewer.unlock(signer);
        },
      ),
    unlock: (reviewerId, passphrase) =>
      withKey(
        (ledger) => openKey(parts, ledger, reviewerId, passphrase),
        (signer) => reviewer.unlock(signer),
      ),
    lock() {
      reviewer.lock();
      return changed();
    },
    async viewer() {
      const current = await view();
      return current.ok ? current.value.reviewer : null;
    },
  };
}

/** Opening a key takes memory and time on purpose, so one at a time. */
function createKeyWork(workspace: Workspace, changed: () => Promise<Result<SessionView>>) {
  let runs = false;
  return async (
    work: (ledger: Ledger) => Promise<Result<ReviewerSigner>>,
    use: (signer: ReviewerSigner) => void,
  ): Promise<Result<SessionView>> => {
    if (runs) return fail('key-work-running', 'Another key is being opened: try again when that is done');
    runs = true;
    try {
      const signer = await workspace.lend(work);
      if (!signer.ok) return signer;
      use(signer.value);
      return await changed();
    } finally {
      runs = false;
    }
  };
}

function viewAfterChange(parts: SessionParts): Promise<Result<SessionView>> {
  parts.onChange();
  return viewOf(parts);
}

async function viewOf(parts: SessionParts): Promise<Result<SessionView>> {
  const { door, version, recent, chooseFile } = parts;
  const base = {
    door,
    version,
    recent: recent.list().map((path) => ({ path, name: ledgerName(path) })),
    canChooseFile: chooseFile !== null,
  };
  const inside = await parts.workspace.lend((ledger) => ledgerPart(parts, ledger));
  if (inside.ok) return ok({ ...base, ...inside.value });
  if (inside.problem.code !== 'no-ledger-open') return inside;
  return ok({ ...base, workspace: null, notice: null, reviewer: null, reviewers: [] });
}

async function ledgerPart(
  parts: SessionParts,
  ledger: Ledger,
): Promise<Result<Pick<SessionView, 'workspace' | 'notice' | 'reviewer' | 'reviewers'>>> {
  const reviewers = await reviewersOf(parts, ledger);
  if (!reviewers.ok) return reviewers;
  const { path } = ledger;
  const { sample, notice } = parts.introduction(path);
  const unlocked = parts.reviewer.unlocked()?.reviewerId;
  return ok({
    workspace: { path, name: ledgerName(path), sample },
    notice,
    reviewer: reviewers.value.find(({ reviewerId }) => reviewerId === unlocked) ?? null,
    reviewers: [...reviewers.value],
  });
}

async function reviewersOf({ keysFor }: SessionParts, ledger: Ledger): Promise<Result<readonly ReviewerView[]>> {
  return listReviewers(ledger, await keysFor(ledger.path).list());
}

async function chosenPath({ chooseFile }: SessionParts): Promise<Result<string | null>> {
  if (chooseFile !== null) return ok(await chooseFile());
  return fail('no-file-dialog', 'A browser cannot choose a file of this machine: type its path');
}

async function openKey(
  parts: SessionParts,
  ledger: Ledger,
  reviewerId: string,
  passphrase: string | null,
): Promise<Result<ReviewerSigner>> {
  const reviewers = await reviewersOf(parts, ledger);
  if (!reviewers.ok) return reviewers;
  const known = reviewers.value.find((reviewer) => reviewer.reviewerId === reviewerId);
  if (known === undefined) return fail('reviewer-not-enrolled', `${reviewerId} is not enrolled in this ledger`);
  if (known.key !== 'elsewhere') return parts.keysFor(ledger.path).open(reviewerId, passphrase);
  return fail('reviewer-key-elsewhere', `The key of ${reviewerId} is not on this machine`);
}
