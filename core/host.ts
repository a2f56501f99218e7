/** Puts the rooms together: the only file that knows them all. Doors call `handle` and `subscribe`, nothing else. */
import {
  type ApiEvent,
  type ApiReply,
  commands,
  type OperationName,
  type OperationOutput,
  type OperationParsed,
  queries,
  type SessionView,
  type ValidRequest,
  validateRequest,
} from './api/index.ts';
import { createJobRunner } from './jobs/index.ts';
import { fail, ok, type Problem, type Result } from './problem/index.ts';
import { ledgerName, openRecentLedgers } from './workspace/index.ts';
import type { Clock, RandomSource } from './world/index.ts';

export interface HostOptions {
  readonly door: 'desktop' | 'web';
  readonly version: string;
  /** Holds the recent list and the sample; made when first written to. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Asks a person for a ledger file; null when this door has no dialog. */
  readonly chooseFile: (() => Promise<string | null>) | null;
  /** Takes the report of a bug, with its stack. Never shown in the console. */
  readonly log: (report: string) => void;
}

export interface Host {
  /** Checks, runs and answers one request from outside. Never throws. */
  handle(raw: unknown): Promise<ApiReply>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: ApiEvent) => void): () => void;
  close(): Promise<void>;
}

type Answer<N extends OperationName> = Result<OperationOutput<N>>;
type Handlers = {
  readonly [N in OperationName]: (input: OperationParsed<N>) => Promise<Answer<N>> | Answer<N>;
};

export function createHost(options: HostOptions): Host {
  const listeners = new Set<(event: ApiEvent) => void>();
  const recent = openRecentLedgers(options.dataFolder);

  function publish(event: ApiEvent): void {
    for (const listener of listeners) listener(event);
  }

  /** A bug becomes a number that a person can report; its stack goes to the log only. */
  function reportBug(error: unknown): Problem {
    const id = `bug-${Buffer.from(options.random.bytes(6)).toString('hex')}`;
    options.log(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return {
      code: 'internal-error',
      message: `Mizan made a mistake. Please report it with the number ${id}`,
      place: id,
    };
  }

  const jobs = createJobRunner({
    clock: options.clock,
    random: options.random,
    onProgress: (progress) => publish({ type: 'job.progress', ...progress }),
    onBug: reportBug,
  });

  function sessionView(): SessionView {
    return {
      door: options.door,
      version: options.version,
      workspace: null,
      recent: recent.list().map((path) => ({ path, name: ledgerName(path) })),
      reviewer: null,
      reviewers: [],
      canChooseFile: options.chooseFile !== null,
    };
  }

  const noLedger = fail('no-ledger-open', 'No ledger is open: open one first');
  const handlers: Handlers = {
    'session.get': () => ok(sessionView()),
    'workspace.openSample': () => noLedger,
    'workspace.open': () => noLedger,
    'workspace.choose': () => noLedger,
    'workspace.close': () => ok(sessionView()),
    'reviewer.enroll': () => noLedger,
    'reviewer.unlock': () => noLedger,
    'reviewer.lock': () => ok(sessionView()),
    'jobs.cancel': ({ jobId }) => ok({ cancelled: jobs.cancel(jobId) }),
    'ledger.status': () => noLedger,
    'ledger.events': () => noLedger,
    'ledger.event': () => noLedger,
    'ledger.body': () => noLedger,
    'ledger.audit': () => noLedger,
    'ledger.checkpoint': () => noLedger,
    'work.list': () => noLedger,
    'work.get': () => noLedger,
    'work.change': () => noLedger,
    'agents.list': () => noLedger,
    'agents.get': () => noLedger,
    'gates.list': () => noLedger,
    'gates.get': () => noLedger,
    'gates.decide': () => noLedger,
  };

  async function run<N extends OperationName>(request: ValidRequest<N>): Promise<ApiReply> {
    const answer = await handlers[request.name](request.input);
    if (!answer.ok) return answer;
    // The output goes through its schema too: nothing crosses a door that the contract does not name.
    const output = { ...queries, ...commands }[request.name].output.safeParse(answer.value);
    if (output.success) return { ok: true, value: output.data };
    throw new Error(`bug: ${request.name} answered outside its contract: ${output.error.message}`);
  }

  return {
    async handle(raw) {
      try {
        const request = validateRequest(raw);
        return request.ok ? await run(request.value) : request;
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
      listeners.clear();
    },
  };
}
