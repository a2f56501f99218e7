/** Puts the rooms together: the only file that knows them all. Doors call `handle` and `subscribe`, nothing else. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ApiEvent,
  type ApiReply,
  type AuditReport,
  apiEventSchema,
  dispatch,
  type GateBriefing,
  type Handlers,
  type OperationParsed,
  validateRequest,
} from './api/index.ts';
import { describeWorkEvent, evidenceOf, getChange, getWork, listWork, workProjection } from './contracts/index.ts';
import { createJobRunner, endingSentence, runInSlices } from './jobs/index.ts';
import { type Ledger, type LedgerReader, openKeyFile, openLedger, type Projection } from './ledger/index.ts';
import {
  auditSentence,
  auditWithOwnKey,
  checkpointView,
  getEvent,
  ledgerStatus,
  listEvents,
  readBody,
} from './ledger-view/index.ts';
import { describeProblem, fail, ok, type Problem, type Result, required } from './problem/index.ts';
import { agentsProjection, getAgent, listAgents } from './reputation/index.ts';
import {
  type BriefingContext,
  countWaitingGates,
  decideGate,
  decisionSignatures,
  describeGateEvent,
  expireGates,
  findGate,
  gateNews,
  gateProjection,
  getBriefing,
  listGates,
  type ReviewerKeyStore,
} from './review/index.ts';
import {
  createReviewerSession,
  createSession,
  createWorkspace,
  ledgerName,
  openRecentLedgers,
} from './session/index.ts';
import type { Clock, RandomSource, Ticker } from './world/index.ts';

/** Every projection of the program. */
export const projections: readonly Projection[] = [workProjection, agentsProjection, gateProjection];

/** Where this user's key for checkpoints is. */
export function checkpointKeyFile(configFolder: string): string {
  return join(configFolder, 'checkpoint-key.pem');
}

/**
 * Opens a ledger as the program uses it: with every projection, and with this user's key to sign its checkpoints. Errors:
 * those of `openKeyFile` and `openLedger`.
 */
export function openWorkingLedger(
  path: string,
  options: Pick<HostOptions, 'clock' | 'random' | 'configFolder'> & { readonly create?: boolean },
): Result<Ledger> {
  const { clock, random, configFolder, create = false } = options;
  const key = openKeyFile(checkpointKeyFile(configFolder));
  if (!key.ok) return key;
  return openLedger(path, { projections, clock, random, create, checkpoints: { key: key.value } });
}

const describers = [describeWorkEvent, describeGateEvent];

export interface HostOptions {
  readonly door: 'desktop' | 'web';
  readonly version: string;
  /** Holds the recent list and the sample; made when first written to. */
  readonly dataFolder: string;
  /** Holds the private key that signs checkpoints; made when first needed. */
  readonly configFolder: string;
  /** The private keys of this machine's reviewers. */
  readonly keyStore: ReviewerKeyStore;
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

/** The briefing of a gate with what the other rooms know about its agent and its work. Error: `unknown-gate`. */
export function readBriefing(
  reader: LedgerReader,
  gateId: string,
  viewer: BriefingContext['viewer'],
  clock: Clock,
): Result<GateBriefing> {
  return getBriefing(reader, gateId, {
    clock,
    viewer,
    agentSummary: (agentId) => {
      const agent = getAgent(reader, agentId);
      return agent.ok ? agent.value.summary : null;
    },
    evidenceFor: (taskId) => {
      const work = getWork(reader, { taskId });
      return work.ok ? evidenceOf(work.value) : [];
    },
  });
}

export function createHost(options: HostOptions): Host {
  const { clock, random, ticker } = options;
  const listeners = new Set<(event: ApiEvent) => void>();
  const publish = (event: ApiEvent): void => {
    // Like an answer: nothing crosses a door that the contract does not name.
    const told = apiEventSchema.parse(event);
    for (const listener of listeners) listener(told);
  };
  const sessionChanged = () => publish({ type: 'session.changed' });

  /** A bug becomes a number that a person can report; its stack goes to the log only. */
  function reportBug(error: unknown): Problem {
    const id = `bug-${Buffer.from(random.bytes(6)).toString('hex')}`;
    options.log(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return {
      code: 'internal-error',
      message: `Mizan made a mistake. Please report it with the number ${id}`,
      place: id,
    };
  }

  const jobs = createJobRunner({
    clock,
    random,
    onProgress: (progress) => publish({ type: 'job.progress', ...progress }),
    onBug: reportBug,
  });
  const samplePath = join(options.dataFolder, 'sample.mizan');
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
      if (path !== samplePath) recent.remember(path);
    },
    onNews: (ledger, { size, events }) => {
      publish({ type: 'ledger.appended', events: size, root: ledger.root() });
      for (const event of events) {
        const news = gateNews(event);
        if (news?.kind === 'opened') publish({ type: 'gate.opened', gateId: news.gateId, title: news.title });
        if (news?.kind === 'ended') publish({ type: 'gate.decided', gateId: news.gateId, state: news.state });
      }
    },
  });
  const session = createSession({
    door: options.door,
    version: options.version,
    workspace,
    recent,
    reviewer,
    keysFor: () => options.keyStore,
    introduction: (path) => ({ sample: path === samplePath, notice: null }),
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

  const audits = new Map<string, AuditReport>();
  function startAudit(ledger: Ledger): Result<{ jobId: string }> {
    const { path } = ledger;
    const origin = ledger.origin();
    const key = openKeyFile(checkpointKeyFile(options.configFolder));
    if (!origin.ok) return origin;
    if (!key.ok) return key;
    const ownKey = { name: origin.value, kind: 'note', publicKey: key.value.publicKey } as const;
    const jobId = jobs.start(
      async (control) => {
        const ended = await runInSlices('Auditing events', auditWithOwnKey(path, ownKey, clock), control, clock);
        return ended.ok ? ended.value : ended;
      },
      (ended, ending) => {
        if (ending.outcome === 'done') audits.set(path, ending.value);
        const audit = ending.outcome === 'done' ? ending.value : null;
        const message = audit === null ? endingSentence('The audit', ending) : auditSentence(audit);
        publish({ type: 'job.finished', jobId: ended, outcome: ending.outcome, message, audit });
      },
    );
    return ok({ jobId });
  }

  const handlers: Handlers = {
    'session.get': () => session.view(),
    'workspace.openSample': () => fail('no-ledger-open', 'No ledger is open: open one first'),
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
          sample: ledger.path === samplePath,
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
    'ledger.audit': onLedger((ledger) => startAudit(ledger)),
    'ledger.checkpoint': onLedger((ledger) => {
      const checkpoint = ledger.checkpoint();
      return checkpoint.ok ? ok(checkpointView(checkpoint.value)) : checkpoint;
    }),
    'work.list': onLedger(listWork),
    'work.get': onLedger(getWork),
    'work.change': onLedger(getChange),
    'agents.list': onLedger((ledger) => ok({ rows: [...listAgents(ledger)] })),
    'agents.get': onLedger((ledger, { agentId }: OperationParsed<'agents.get'>) => getAgent(ledger, agentId)),
    'gates.list': onLedger((ledger, input: OperationParsed<'gates.list'>) => ok(listGates(ledger, input, clock))),
    'gates.get': onLedger(async (ledger, { gateId }: OperationParsed<'gates.get'>) =>
      readBriefing(ledger, gateId, await session.viewer(), clock),
    ),
    'gates.decide': onLedger((ledger, input: OperationParsed<'gates.decide'>) => {
      const signer = reviewer.unlocked();
      if (signer === null) return fail('reviewer-locked', 'Unlock your key to decide');
      const decided = decideGate(ledger, input, signer, clock);
      if (!decided.ok) return decided;
      const row = required(findGate(ledger, input.gateId, clock), 'the row of a decided gate');
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await jobs.close();
      reviewer.close();
      workspace.close();
      listeners.clear();
    },
  };
}
