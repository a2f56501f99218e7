/**
 * The console's long work: an audit, the sample, a landing, a run. Each is a job whose progress and ending every door
 * is told.
 */
import type { AuditReport } from '../api/index.ts';
import { gitRunner, landWork } from '../contracts/index.ts';
import { createJobRunner, endingSentence, type JobControl } from '../jobs/index.ts';
import { type Ledger, type LedgerReader, openKeyFile } from '../ledger/index.ts';
import { auditInBackground, auditSentence } from '../ledger-view/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { cancelSentence, type RunHolder, runName } from '../runs/index.ts';
import { ensureSample, samplePassphrase, sampleReviewer } from '../sample/index.ts';
import { checkpointKeyFile, openWorkingLedger } from '../working-ledger/index.ts';
import { beginDebate, type DebateOrder } from './begin-debate.ts';
import { createDebatePlayers } from './debates.ts';
import { goOn } from './go-on.ts';
import type { BackgroundParts, Start, Started, Working } from './parts.ts';
import { cancelRun, runToResume } from './runs.ts';

export { type CaseDesk, createCaseDesk } from './case-desk.ts';
export { goOn, runOfGate } from './go-on.ts';
export { isModelPath, listModels, readModelFile, readNamedModels } from './models.ts';
export { runToResume } from './runs.ts';

export interface Background {
  /** Checks the whole file with this user's key. Errors: the ledger's, those of `openKeyFile`. */
  audit(ledger: Ledger): Result<Started>;
  /** The newest audit of this ledger in this session, or null. */
  lastAudit(ledgerPath: string): AuditReport | null;
  /** Makes the sample where it is missing, and opens it with its reviewer unlocked. */
  openSample(): Started;
  /** Lets an approved change take effect: the approval is used once, for exactly this change (G3). */
  land(work: { readonly taskId: string; readonly agentId: string | null }): Result<Started>;
  /** Begins a debate, and resolves as soon as the ledger has it. Errors: those of `beginDebate`. */
  startDebate(order: DebateOrder): ReturnType<typeof beginDebate>;
  /** How the run of a debate goes on here; null for a run of anything else. */
  holderOf(reader: LedgerReader, executionId: string): RunHolder | null;
  /**
   * Goes on with a run, or with the one that waits for it, without starting any program. Errors: `no-ledger-open`,
   * `run-unknown`, `run-not-resumable`.
   */
  resumeRun(executionId: string): Promise<Result<Started & { readonly executionId: string }>>;
  /** Stops a run at its last checkpoint, whoever works on it. Error: `no-ledger-open`. */
  cancelRun(executionId: string): Result<Started>;
  /** False when no such job is running. */
  cancel(jobId: string): boolean;
  /** Cancels what is running and waits for it. */
  close(): Promise<void>;
}

/** A background in which nothing runs. Every job tells its progress and one ending, in a sentence, to all doors. */
export function createBackground(parts: BackgroundParts): Background {
  const { clock, random, announcer, workspace } = parts;
  const audits = new Map<string, AuditReport>();
  /** The job that works on each run. */
  const resuming = new Map<string, string>();
  const players = createDebatePlayers();
  const jobs = createJobRunner({
    clock,
    random,
    onProgress: (progress) => announcer.tell({ type: 'job.progress', ...progress, cancellable: true }),
    onBug: parts.onBug,
  });
  const start: Start = (what, work, tell) => {
    const jobId = jobs.start(work, (ended, ending) => {
      const { message, audit = null } =
        ending.outcome === 'done' ? tell(ending.value) : { message: endingSentence(what, ending) };
      workspace.look();
      announcer.tell({ type: 'job.finished', jobId: ended, outcome: ending.outcome, message, audit });
    });
    return { jobId };
  };
  return {
    audit: (ledger) => startAudit(parts, start, audits, ledger),
    lastAudit: (ledgerPath) => audits.get(ledgerPath) ?? null,
    openSample: () => startSample(parts, start),
    land: (work) => startLanding(parts, start, work),
    startDebate: (order) => beginDebate(parts, start, { resuming, players }, order),
    holderOf: players.holderOf,
    resumeRun: (executionId) => startResuming(parts, start, { resuming, players }, executionId),
    cancelRun(executionId) {
      const own = resuming.get(executionId);
      if (own !== undefined && jobs.cancel(own)) return ok({ jobId: own });
      return startCancelling(parts, start, executionId);
    },
    cancel: jobs.cancel,
    close: jobs.close,
  };
}

function startAudit(
  { configFolder, clock }: BackgroundParts,
  start: Start,
  audits: Map<string, AuditReport>,
  ledger: Ledger,
): Result<Started> {
  const { path } = ledger;
  const origin = ledger.origin();
  if (!origin.ok) return origin;
  const key = openKeyFile(checkpointKeyFile(configFolder));
  if (!key.ok) return key;
  const ownKey = { name: origin.value, kind: 'note', publicKey: key.value.publicKey } as const;
  const work = (control: JobControl) => auditInBackground(path, ownKey, control, clock);
  return ok(
    start('The audit', work, (audit) => {
      audits.set(path, audit);
      return { message: auditSentence(audit), audit };
    }),
  );
}

function startSample(parts: BackgroundParts, start: Start): Started {
  const { places, keyStore } = parts.sample;
  const createLedger = (path: string) => openWorkingLedger(path, { ...parts, create: true });
  return start(
    'Opening the sample',
    async (control) => {
      const made = await ensureSample(parts.sample, { ...parts, createLedger }, control);
      if (!made.ok) return made;
      const newcomer = await keyStore.open(sampleReviewer.reviewerId, samplePassphrase);
      return newcomer.ok ? parts.session.open(places.ledgerPath, newcomer.value) : newcomer;
    },
    () => ({ message: 'The sample is open' }),
  );
}

function startLanding(
  { workspace, environment, clock, random }: BackgroundParts,
  start: Start,
  { taskId, agentId }: Parameters<Background['land']>[0],
): Result<Started> {
  const loan = workspace.borrow();
  if (!loan.ok) return loan;
  const { ledger, giveBack } = loan.value;
  const work = { taskId, agentId: agentId ?? undefined };
  const git = gitRunner(environment);
  return ok(
    start(
      'Landing the change',
      () => landWork(ledger, work, git, { clock, random }).finally(giveBack),
      ({ folder, files }) => ({
        message: `The change of ${taskId} landed: ${files === 1 ? '1 file' : `${files} files`} in ${folder}`,
      }),
    ),
  );
}

async function startResuming(
  parts: BackgroundParts,
  start: Start,
  { resuming, players }: Working,
  executionId: string,
): ReturnType<Background['resumeRun']> {
  const loan = parts.workspace.borrow();
  if (!loan.ok) return loan;
  const { ledger, giveBack } = loan.value;
  const target = await runToResume(ledger, executionId, parts.clock, players.holderOf(ledger, executionId));
  if (!target.ok) {
    giveBack();
    return target;
  }
  const started = start(
    runName(ledger, target.value),
    async (control) => {
      try {
        return await goOn(ledger, target.value, players.playerOf, parts, control);
      } finally {
        resuming.delete(target.value);
        giveBack();
      }
    },
    ({ message }) => ({ message }),
  );
  resuming.set(target.value, started.jobId);
  return ok({ ...started, executionId: target.value });
}

function startCancelling(parts: BackgroundParts, start: Start, executionId: string): Result<Started> {
  const loan = parts.workspace.borrow();
  if (!loan.ok) return loan;
  const { ledger, giveBack } = loan.value;
  return ok(
    start(
      `Cancelling ${runName(ledger, executionId)}`,
      async (control) => {
        try {
          const end = await cancelRun(ledger, executionId, parts, control);
          return end.ok ? ok({ message: cancelSentence(ledger, executionId, end.value) }) : end;
        } finally {
          giveBack();
        }
      },
      (told) => told,
    ),
  );
}
