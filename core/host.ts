/** Puts the rooms together: the only file that knows them all. Doors call `handle` and `subscribe`, nothing else. */
import { existsSync } from 'node:fs';
import { describeAgentRunEvent, getAgentRun, listAgentRuns } from './agents/index.ts';
import {
  type Announcer,
  type ApiEvent,
  type ApiReply,
  createAnnouncer,
  dispatch,
  type Handlers,
  type OperationParsed,
  validateRequest,
} from './api/index.ts';
import {
  type Background,
  type CaseDesk,
  createBackground,
  createCaseDesk,
  listModels,
  runOfGate,
} from './background/index.ts';
import { readBriefing } from './briefing/index.ts';
import {
  askRisk,
  describeWorkEvent,
  getChange,
  getRule,
  getWork,
  listRules,
  listWork,
  markFinding,
} from './contracts/index.ts';
import { describeDebateEvent, getDebate, getDebateClaim, listDebateMessages, listDebates } from './debate/index.ts';
import { createBugReporter } from './jobs/index.ts';
import type { Ledger } from './ledger/index.ts';
import { checkpointView, getEvent, ledgerStatus, listEvents, readBody } from './ledger-view/index.ts';
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
} from './review/index.ts';
import { describeRunEvent, getRun, getRunContext, listChildren, listRuns, listSteps } from './runs/index.ts';
import { openSample, type Sample, sampleNotice } from './sample/index.ts';
import {
  createReviewerSession,
  createSession,
  createWorkspace,
  type LedgerNews,
  ledgerName,
  openRecentLedgers,
  type RecentLedgers,
  type ReviewerSession,
  type Session,
  type Workspace,
} from './session/index.ts';
import { openWorkingLedger, upgradeSentence } from './working-ledger/index.ts';
import type { Clock, RandomSource, Ticker } from './world/index.ts';

const describers = [describeWorkEvent, describeGateEvent, describeRunEvent, describeAgentRunEvent, describeDebateEvent];

/** What a person is asked for with a file dialog. */
export type FileKind = 'ledger' | 'case';

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
  /** Asks a person for a file; null when this door has no dialog. */
  readonly chooseFile: ((kind: FileKind) => Promise<string | null>) | null;
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

/** A console without an open ledger, for one door. Clock, random bytes, ticks, dialogs and the log are the door's. */
export function createHost(options: HostOptions): Host {
  const { clock, random, ticker } = options;
  const announcer = createAnnouncer();
  const sessionChanged = () => announcer.tell({ type: 'session.changed' });
  const reportBug = createBugReporter(random, options.log);
  const sample = openSample(options.dataFolder, random);
  const recent = openRecentLedgers(options.dataFolder);
  const reviewer = createReviewerSession(clock, ticker, sessionChanged);
  const workspace = workspaceOf(options, announcer, sample, recent);
  const session = createSession({
    door: options.door,
    version: options.version,
    workspace,
    recent,
    reviewer,
    keysFor: (path) => (sample.is(path) ? sample.keyStore : options.keyStore),
    introduction: (path) => ({ sample: sample.is(path), notice: sample.is(path) ? sampleNotice : null }),
    chooseFile: chooserOf(options, 'ledger'),
    onChange: sessionChanged,
  });
  const onLedger: OnLedger = (answer) => (input) => workspace.lend((ledger) => answer(ledger, input));
  const background = createBackground({ ...options, announcer, workspace, session, sample, onBug: reportBug });
  const cases = createCaseDesk(chooserOf(options, 'case'), random);
  const models = () => listModels(options);
  const rooms: Rooms = { clock, random, session, reviewer, sample, background, cases, models, onLedger };
  const handlers: Handlers = {
    ...sessionHandlers(rooms),
    ...ledgerHandlers(rooms),
    ...workHandlers(rooms),
    ...gatesHandlers(rooms),
    ...runsHandlers(rooms),
    ...debatesHandlers(rooms),
  };

  return {
    begin: (ledgerPath) => begin(ledgerPath, recent, session, options.log),
    handle: (raw) =>
      answer(raw, handlers, reviewer, workspace).catch((error) => ({ ok: false, problem: reportBug(error) })),
    subscribe: announcer.subscribe,
    async close() {
      await background.close();
      reviewer.close();
      await workspace.close();
      announcer.close();
    },
  };
}

function chooserOf({ chooseFile }: HostOptions, kind: FileKind): (() => Promise<string | null>) | null {
  return chooseFile === null ? null : () => chooseFile(kind);
}

async function answer(
  raw: unknown,
  handlers: Handlers,
  reviewer: ReviewerSession,
  workspace: Workspace,
): Promise<ApiReply> {
  const request = validateRequest(raw);
  if (!request.ok) return request;
  if (request.value.kind === 'command') reviewer.touch();
  const reply = await dispatch(handlers, request.value);
  if (request.value.kind === 'command') workspace.look();
  return reply;
}

function workspaceOf(options: HostOptions, announcer: Announcer, sample: Sample, recent: RecentLedgers): Workspace {
  return createWorkspace({
    openLedger: (path, upgrade) => openWorkingLedger(path, { ...options, upgrade }),
    onUpgrade: (path) => tellUpgrade(announcer, path, options),
    ticker: options.ticker,
    upkeep: (ledger) => recordExpired(ledger, options),
    onOpen: (path) => {
      if (!sample.is(path)) recent.remember(path);
    },
    onNews: (ledger, news) => tellNews(announcer, ledger, news, options.clock),
  });
}

/** What the handlers of the operations work with. */
interface Rooms {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly session: Session;
  readonly reviewer: ReviewerSession;
  readonly sample: Sample;
  readonly background: Background;
  readonly cases: CaseDesk;
  readonly models: () => ReturnType<typeof listModels>;
  readonly onLedger: OnLedger;
}

/** Makes a handler of an answer that needs the open ledger. */
type OnLedger = <I, O>(
  answer: (ledger: Ledger, input: I) => Promise<Result<O>> | Result<O>,
) => (input: I) => Promise<Result<O>>;

async function begin(
  ledgerPath: string | null,
  recent: RecentLedgers,
  session: Session,
  log: HostOptions['log'],
): Promise<Result<null>> {
  const path = ledgerPath ?? recent.list().find((known) => existsSync(known)) ?? null;
  if (path === null) return ok(null);
  const opened = await session.open(path);
  if (opened.ok) return ok(null);
  if (ledgerPath !== null) return opened;
  log(`The ledger of last time was not opened again: ${describeProblem(opened.problem)}`);
  return ok(null);
}

/** Tells all doors of the upgrade of a ledger as of a job, and the log, for a door that shows nothing yet. */
function tellUpgrade(announcer: Announcer, path: string, { random, log }: HostOptions) {
  const jobId = `job-${Buffer.from(random.bytes(9)).toString('base64url')}`;
  const label = upgradeSentence(path);
  log(label);
  announcer.tell({ type: 'job.progress', jobId, label, done: 0, total: 0, cancellable: false });
  return (end: Result<unknown>) => {
    const outcome = end.ok ? 'done' : 'failed';
    const message = end.ok ? `${ledgerName(path)} is up to date` : describeProblem(end.problem);
    announcer.tell({ type: 'job.finished', jobId, outcome, message, audit: null });
  };
}

function recordExpired(ledger: Ledger, { clock, log }: HostOptions): void {
  const expired = expireGates(ledger, clock);
  if (!expired.ok) log(`Expired gates were not recorded: ${describeProblem(expired.problem)}`);
}

function tellNews(announcer: Announcer, ledger: Ledger, { size, events }: LedgerNews, clock: Clock): void {
  announcer.tell({ type: 'ledger.appended', events: size, root: ledger.root() });
  for (const event of events) {
    const news = gateNews(event);
    if (news?.kind === 'opened') announcer.tell({ type: 'gate.opened', gateId: news.gateId, title: news.title });
    if (news?.kind !== 'ended') continue;
    const { gateId, state } = news;
    announcer.tell({ type: 'gate.decided', gateId, title: findGate(ledger, gateId, clock)?.title ?? gateId, state });
  }
}

/** Ledgers, keys and jobs: what a person does before any work is looked at. */
function sessionHandlers({ session, background }: Rooms) {
  return {
    'session.get': () => session.view(),
    'workspace.openSample': () => ok(background.openSample()),
    'workspace.open': ({ path }) => session.open(path),
    'workspace.choose': () => session.choose(),
    'workspace.close': () => session.close(),
    'reviewer.enroll': (input) => session.enroll(input),
    'reviewer.unlock': ({ reviewerId, passphrase }) => session.unlock(reviewerId, passphrase),
    'reviewer.lock': () => session.lock(),
    'jobs.cancel': ({ jobId }) => ok({ cancelled: background.cancel(jobId) }),
  } satisfies Partial<Handlers>;
}

/** The open ledger itself. */
function ledgerHandlers({ background, sample, clock, onLedger }: Rooms) {
  return {
    'ledger.status': onLedger((ledger) =>
      ok(
        ledgerStatus(ledger, {
          name: ledgerName(ledger.path),
          sample: sample.is(ledger.path),
          lastAudit: background.lastAudit(ledger.path),
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
    'ledger.audit': onLedger(background.audit),
    'ledger.checkpoint': onLedger((ledger) => {
      const checkpoint = ledger.checkpoint();
      return checkpoint.ok ? ok(checkpointView(checkpoint.value)) : checkpoint;
    }),
  } satisfies Partial<Handlers>;
}

/** Work under contract, its findings, the rules, and who did it. */
function workHandlers({ reviewer, clock, random, onLedger }: Rooms) {
  return {
    'work.list': onLedger(listWork),
    'work.get': onLedger(getWork),
    'work.change': onLedger(getChange),
    'findings.mark': onLedger((ledger, { mark, reason, ...name }: OperationParsed<'findings.mark'>) => {
      const signer = reviewer.unlocked();
      if (signer === null) return fail('reviewer-locked', 'Unlock your key to mark a finding');
      return markFinding(ledger, name, { mark, reason }, signer);
    }),
    'findings.askRisk': onLedger((ledger, name: OperationParsed<'findings.askRisk'>) => {
      const signer = reviewer.unlocked();
      if (signer === null) return fail('reviewer-locked', 'Unlock your key to accept a risk');
      return askRisk(ledger, name, signer, { clock, random });
    }),
    'rules.list': onLedger((ledger) => ok(listRules(ledger))),
    'rules.get': onLedger((ledger, { rule }: OperationParsed<'rules.get'>) => getRule(ledger, rule)),
    'agents.list': onLedger((ledger) => ok({ rows: [...listAgents(ledger)] })),
    'agents.get': onLedger((ledger, { agentId }: OperationParsed<'agents.get'>) => getAgent(ledger, agentId)),
    'agentRuns.list': onLedger(listAgentRuns),
    'agentRuns.get': onLedger((ledger, { runId }: OperationParsed<'agentRuns.get'>) => getAgentRun(ledger, runId)),
  } satisfies Partial<Handlers>;
}

/** What waits for a person. */
function gatesHandlers({ session, background, reviewer, clock, onLedger }: Rooms) {
  return {
    'gates.list': onLedger((ledger, input: OperationParsed<'gates.list'>) => ok(listGates(ledger, input, clock))),
    'gates.get': onLedger(async (ledger, { gateId }: OperationParsed<'gates.get'>) =>
      readBriefing(ledger, gateId, await session.viewer(), clock),
    ),
    'gates.decide': onLedger((ledger, input: OperationParsed<'gates.decide'>) =>
      decide(ledger, input, { reviewer, background, clock }),
    ),
  } satisfies Partial<Handlers>;
}

/** Runs of machines: reading them, and going on with one or stopping it. */
function runsHandlers({ background, clock, onLedger }: Rooms) {
  return {
    'runs.list': onLedger((ledger, input: OperationParsed<'runs.list'>) => ok(listRuns(ledger, input))),
    'runs.get': onLedger((ledger, { executionId }: OperationParsed<'runs.get'>) =>
      getRun(ledger, executionId, clock, background.holderOf(ledger, executionId)),
    ),
    'runs.context': onLedger((ledger, { executionId, step }: OperationParsed<'runs.context'>) =>
      getRunContext(ledger, executionId, step),
    ),
    'runs.steps': onLedger(listSteps),
    'runs.children': onLedger((ledger, input: OperationParsed<'runs.children'>) => ok(listChildren(ledger, input))),
    'runs.resume': ({ executionId }) => background.resumeRun(executionId),
    'runs.cancel': ({ executionId }) => background.cancelRun(executionId),
  } satisfies Partial<Handlers>;
}

/** Reading debates, and beginning one with a case that was checked. */
function debatesHandlers({ background, cases, models, clock, onLedger }: Rooms) {
  return {
    'debates.list': onLedger((ledger, input: OperationParsed<'debates.list'>) => ok(listDebates(ledger, input))),
    'debates.get': onLedger((ledger, { debateId }: OperationParsed<'debates.get'>) =>
      getDebate(ledger, debateId, clock),
    ),
    'debates.messages': onLedger(listDebateMessages),
    'debates.claim': onLedger((ledger, { debateId, claimId }: OperationParsed<'debates.claim'>) =>
      getDebateClaim(ledger, debateId, claimId),
    ),
    'models.list': async () => ok(await models()),
    'cases.choose': () => cases.choose(),
    'cases.check': ({ path }) => cases.check(path),
    'debates.start': ({ caseId, model, maxRounds }) => {
      const found = cases.caseOf(caseId);
      return found.ok ? background.startDebate({ caseFile: found.value, model, maxRounds }) : found;
    },
  } satisfies Partial<Handlers>;
}

/** Decides a gate with the unlocked key, then lets go on what waited for it: a change that lands, or a parked run. */
async function decide(
  ledger: Ledger,
  input: OperationParsed<'gates.decide'>,
  { reviewer, background, clock }: Pick<Rooms, 'reviewer' | 'background' | 'clock'>,
) {
  const signer = reviewer.unlocked();
  if (signer === null) return fail('reviewer-locked', 'Unlock your key to decide');
  const decided = decideGate(ledger, input, signer, clock);
  if (!decided.ok) return decided;
  const row = required(findGate(ledger, input.gateId, clock), 'the row of a decided gate');
  if (row.state === 'approved' && row.action === 'contract.land' && row.taskId !== null) {
    const landing = background.land({ taskId: row.taskId, agentId: row.agentId });
    if (!landing.ok) return landing;
  }
  const waiting = runOfGate(ledger, row);
  // A run that cannot go on here stays parked, and its page says why; the decision stands either way.
  if (waiting !== null) await background.resumeRun(waiting);
  return ok({ row, seq: decided.value.seq });
}
