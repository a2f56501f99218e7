/** Puts the rooms together: the only file that knows them all. Doors call `handle` and `subscribe`, nothing else. */
import { existsSync } from 'node:fs';
import { describeAgentRunEvent, getAgentRun, listAgentRuns } from './agents/index.ts';
import {
  type ApiEvent,
  type ApiReply,
  type AuditReport,
  createAnnouncer,
  dispatch,
  type Handlers,
  type OperationParsed,
  validateRequest,
} from './api/index.ts';
import { readBriefing } from './briefing/index.ts';
import { describeWorkEvent, getChange, getWork, gitRunner, landWork, listWork } from './contracts/index.ts';
import { createBugReporter, createJobRunner, endingSentence, type JobControl } from './jobs/index.ts';
import { type Ledger, openKeyFile } from './ledger/index.ts';
import {
  auditInBackground,
  auditSentence,
  checkpointView,
  getEvent,
  ledgerStatus,
  listEvents,
  readBody,
} from './ledger-view/index.ts';
import { describeProblem, fail, ok, type Result, required } from './problem/index.ts';
import { getAgent, listAgents } from './reputation/index.ts';
import {
  countWaitingGates,
  decideGate,
  decisionSignatures,
  describeGateEvent,
  expireGates,
  findGate,
  gateNews,
  listGates,
  type ReviewerKeyStore,
  reviewerKeyStore,
} from './review/index.ts';
import { describeRunEvent, getRun, getRunContext, listRuns } from './runs/index.ts';
import {
  ensureSample,
  sampleKeyFolder,
  sampleNotice,
  samplePassphrase,
  samplePlaces,
  sampleReviewer,
} from './sample/index.ts';
import {
  createReviewerSession,
  createSession,
  createWorkspace,
  ledgerName,
  openRecentLedgers,
} from './session/index.ts';
import { checkpointKeyFile, openWorkingLedger } from './working-ledger/index.ts';
import type { Clock, RandomSource, Ticker } from './world/index.ts';

const describers = [describeWorkEvent, describeGateEvent, describeRunEvent, describeAgentRunEvent];

export interface HostOptions {
  readonly door: 'desktop' | 'web';
  readonly version: string;
  /** Holds the recent list and the sample; made when first written to. */
  readonly dataFolder: string;
  /** Holds the private key that signs checkpoints; made when first needed. */
  readonly configFolder: string;
  /** The private keys of this machine's reviewers. */
  readonly keyStore: ReviewerKeyStore;
  /** For the programs that the rooms run: git, and the agents and checks of the sample. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly ticker: Ticker;
  /** Asks a person for a ledger file; null when this door has no dialog. */
  readonly chooseFile: (() => Promise<string | null>) | null;
  /** Takes the report of a bug, with its stack. Never shown in the console. */
  readonly log: (report: string) => void;
}

export interface Host {
  /** Opens the ledger at this whole path; null opens the one of last time, where that still can be. */
  begin(ledgerPath: string | null): Promise<Result<null>>;
  /** Checks, runs and answers one request from outside. Never throws. */
  handle(raw: unknown): Promise<ApiReply>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: ApiEvent) => void): () => void;
  close(): Promise<void>;
}

export function createHost(options: HostOptions): Host {
  const { clock, random, ticker } = options;
  const announcer = createAnnouncer();
  const sessionChanged = () => announcer.tell({ type: 'session.changed' });
  const reportBug = createBugReporter(random, options.log);
  const jobs = createJobRunner({
    clock,
    random,
    onProgress: (progress) => announcer.tell({ type: 'job.progress', ...progress }),
    onBug: reportBug,
  });
  const sample = samplePlaces(options.dataFolder);
  const isSample = (path: string) => path === sample.ledgerPath;
  // The sample's key protects nothing, so no system store is asked for it.
  const sampleKeyStore = reviewerKeyStore({ folder: sampleKeyFolder(sample), random, safeStorage: null });
  const recent = openRecentLedgers(options.dataFolder);
  const reviewer = createReviewerSession(clock, ticker, sessionChanged);
  const workspace = createWorkspace({
    openLedger: (path) => openWorkingLedger(path, options),
    ticker,
    upkeep: (ledger) => {
      const expired = expireGates(ledger, clock);
      if (!expired.ok) options.log(`Expired gates were not recorded: ${describeProblem(expired.problem)}`);
    },
    onOpen: (path) => {
      if (!isSample(path)) recent.remember(path);
    },
    onNews: (ledger, { size, events }) => {
      announcer.tell({ type: 'ledger.appended', events: size, root: ledger.root() });
      for (const event of events) {
        const news = gateNews(event);
        if (news?.kind === 'opened') announcer.tell({ type: 'gate.opened', gateId: news.gateId, title: news.title });
        if (news?.kind === 'ended') announcer.tell({ type: 'gate.decided', gateId: news.gateId, state: news.state });
      }
    },
  });
  const session = createSession({
    door: options.door,
    version: options.version,
    workspace,
    recent,
    reviewer,
    keysFor: (path) => (isSample(path) ? sampleKeyStore : options.keyStore),
    introduction: (path) => ({ sample: isSample(path), notice: isSample(path) ? sampleNotice : null }),
    chooseFile: options.chooseFile,
    onChange: sessionChanged,
  });

  /** A handler that needs the open ledger. */
  const onLedger =
    <I, O>(answer: (ledger: Ledger, input: I) => Promise<Result<O>> | Result<O>) =>
    (input: I): Promise<Result<O>> | Result<O> => {
      const ledger = workspace.ledger();
      return ledger.ok ? answer(ledger.value, input) : ledger;
    };

  /** Starts long work; how it ended is told to every door. */
  function startJob<T>(
    what: string,
    work: (control: JobControl) => Promise<Result<T>>,
    tell: (value: T) => { readonly message: string; readonly audit?: AuditReport },
  ): { jobId: string } {
    const jobId = jobs.start(work, (ended, ending) => {
      const { message, audit = null } =
        ending.outcome === 'done' ? tell(ending.value) : { message: endingSentence(what, ending) };
      workspace.look();
      announcer.tell({ type: 'job.finished', jobId: ended, outcome: ending.outcome, message, audit });
    });
    return { jobId };
  }

  const audits = new Map<string, AuditReport>();
  function startAudit(ledger: Ledger): Result<{ jobId: string }> {
    const { path } = ledger;
    const origin = ledger.origin();
    const key = openKeyFile(checkpointKeyFile(options.configFolder));
    if (!origin.ok) return origin;
    if (!key.ok) return key;
    const ownKey = { name: origin.value, kind: 'note', publicKey: key.value.publicKey } as const;
    const work = (control: JobControl) => auditInBackground(path, ownKey, control, clock);
    return ok(
      startJob('The audit', work, (audit) => {
        audits.set(path, audit);
        return { message: auditSentence(audit), audit };
      }),
    );
  }

  function startSample(): { jobId: string } {
    const world = {
      clock,
      random,
      environment: options.environment,
      keyStore: sampleKeyStore,
      createLedger: (path: string) => openWorkingLedger(path, { ...options, create: true }),
    };
    return startJob(
      'Opening the sample',
      async (control) => {
        const made = await ensureSample(sample, world, control);
        if (!made.ok) return made;
        const newcomer = await sampleKeyStore.open(sampleReviewer.reviewerId, samplePassphrase);
        return newcomer.ok ? session.open(sample.ledgerPath, newcomer.value) : newcomer;
      },
      () => ({ message: 'The sample is open' }),
    );
  }

  /** What a person approved takes effect at once (G3: the approval is used once, for exactly this change). */
  function startLanding(ledger: Ledger, { taskId, agentId }: { taskId: string; agentId: string | null }): void {
    const git = gitRunner(options.environment);
    startJob(
      'Landing the change',
      () => landWork(ledger, { taskId, agentId: agentId ?? undefined }, git, { clock, random }),
      ({ folder, files }) => ({
        message: `The change of ${taskId} landed: ${files === 1 ? '1 file' : `${files} files`} in ${folder}`,
      }),
    );
  }

  const handlers: Handlers = {
    'session.get': () => session.view(),
    'workspace.openSample': () => ok(startSample()),
    'workspace.open': ({ path }) => session.open(path),
    'workspace.choose': () => session.choose(),
    'workspace.close': () => session.close(),
    'reviewer.enroll': (input) => session.enroll(input),
    'reviewer.unlock': ({ reviewerId, passphrase }) => session.unlock(reviewerId, passphrase),
    'reviewer.lock': () => session.lock(),
    'jobs.cancel': ({ jobId }) => ok({ cancelled: jobs.cancel(jobId) }),
    'ledger.status': onLedger((ledger) =>
      ok(
        ledgerStatus(ledger, {
          name: ledgerName(ledger.path),
          sample: isSample(ledger.path),
          lastAudit: audits.get(ledger.path) ?? null,
          gatesWaiting: countWaitingGates(ledger, clock),
        }),
      ),
    ),
    'ledger.events': onLedger((ledger, input: OperationParsed<'ledger.events'>) =>
      listEvents(ledger, input, describers),
    ),
    'ledger.event': onLedger((ledger, { seq }: OperationParsed<'ledger.event'>) =>
      getEvent(ledger, seq, describers, [decisionSignatures]),
    ),
    'ledger.body': onLedger(readBody),
    'ledger.audit': onLedger(startAudit),
    'ledger.checkpoint': onLedger((ledger) => {
      const checkpoint = ledger.checkpoint();
      return checkpoint.ok ? ok(checkpointView(checkpoint.value)) : checkpoint;
    }),
    'work.list': onLedger(listWork),
    'work.get': onLedger(getWork),
    'work.change': onLedger(getChange),
    'agents.list': onLedger((ledger) => ok({ rows: [...listAgents(ledger)] })),
    'agents.get': onLedger((ledger, { agentId }: OperationParsed<'agents.get'>) => getAgent(ledger, agentId)),
    'agentRuns.list': onLedger(listAgentRuns),
    'agentRuns.get': onLedger((ledger, { runId }: OperationParsed<'agentRuns.get'>) => getAgentRun(ledger, runId)),
    'gates.list': onLedger((ledger, input: OperationParsed<'gates.list'>) => ok(listGates(ledger, input, clock))),
    'gates.get': onLedger(async (ledger, { gateId }: OperationParsed<'gates.get'>) =>
      readBriefing(ledger, gateId, await session.viewer(), clock),
    ),
    'runs.list': onLedger((ledger, input: OperationParsed<'runs.list'>) => ok(listRuns(ledger, input))),
    'runs.get': onLedger((ledger, { executionId }: OperationParsed<'runs.get'>) => getRun(ledger, executionId)),
    'runs.context': onLedger((ledger, { executionId, step }: OperationParsed<'runs.context'>) =>
      getRunContext(ledger, executionId, step),
    ),
    'gates.decide': onLedger((ledger, input: OperationParsed<'gates.decide'>) => {
      const signer = reviewer.unlocked();
      if (signer === null) return fail('reviewer-locked', 'Unlock your key to decide');
      const decided = decideGate(ledger, input, signer, clock);
      if (!decided.ok) return decided;
      const row = required(findGate(ledger, input.gateId, clock), 'the row of a decided gate');
      if (row.state === 'approved' && row.action === 'contract.land' && row.taskId !== null) {
        startLanding(ledger, { taskId: row.taskId, agentId: row.agentId });
      }
      return ok({ row, seq: decided.value.seq });
    }),
  };

  return {
    async begin(ledgerPath) {
      const path = ledgerPath ?? recent.list().find((known) => existsSync(known)) ?? null;
      if (path === null) return ok(null);
      const opened = await session.open(path);
      if (opened.ok) return ok(null);
      if (ledgerPath !== null) return opened;
      options.log(`The ledger of last time was not opened again: ${describeProblem(opened.problem)}`);
      return ok(null);
    },
    async handle(raw) {
      try {
        const request = validateRequest(raw);
        if (!request.ok) return request;
        if (request.value.kind === 'command') reviewer.touch();
        const reply = await dispatch(handlers, request.value);
        if (request.value.kind === 'command') workspace.look();
        return reply;
      } catch (error) {
        return { ok: false, problem: reportBug(error) };
      }
    },
    subscribe: announcer.subscribe,
    async close() {
      await jobs.close();
      reviewer.close();
      workspace.close();
      announcer.close();
    },
  };
}
