import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Ledger } from '../ledger/index.ts';
import {
  type AgentRunner,
  type CancelledWith,
  FlatMachine,
  loadMachine,
  type MachineDefinition,
  type MachineHooks,
  type MachineResult,
  type ResumeOptions,
  type RunNotice,
  readNothing,
  systemTimers,
} from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { createLedgerRecords, createRunStore, type RecordStore } from '../stores/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';
import { askPerson, gateAction } from './gate-action.ts';
import { missingWork, type Work } from './missing-work.ts';
import { resumedFor } from './standing.ts';
import { storedMachine, storeMachine } from './stored-machines.ts';
import { templateEngine } from './template-engine.ts';
import { withdrawGates } from './withdraw-gates.ts';

const defaultLeaseMs = 30_000;

export interface LedgerRunsOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly agents: AgentRunner;
  /** Actions besides `human_gate`, and the other hooks. */
  readonly hooks: MachineHooks;
  /**
   * Whether nobody here does this work. A run then parks in front of the state and waits for `agent:NAME` or
   * `action:NAME`; without this function such a state is an error of the run.
   */
  isMissing?(work: Work): boolean;
  /**
   * Every gate that a run has opened, for one that may open several in a step: they are taken back when it is
   * cancelled. Null, or no such function: it asks at one gate at a time, the one it waits for.
   */
  gatesOf?(executionId: string): readonly string[] | null;
  /** Called after every commit, so that a long run leaves the process time for other things. */
  breathe?(): Promise<void>;
  notice(notice: RunNotice): void;
  /** Milliseconds until a run of a process that is gone can be taken over; 30,000 unless given. */
  readonly leaseMs?: number;
}

/** What became of a request to cancel; `stopped` is false while another process still works on the run. */
export type Cancellation =
  | { readonly stopped: false }
  | ({
      readonly stopped: true;
      /** The run that waited for it, itself or through others, and went on with the error; null when none did. */
      readonly caller: string | null;
    } & CancelledWith);

export interface LedgerResumeOptions extends ResumeOptions {
  /** Aborted: the run is cancelled at its last checkpoint. */
  readonly signal?: AbortSignal;
}

/** Loads a machine from a file, with the files it refers to. Errors: those of `loadMachine`, `file-unreadable`. */
export async function loadMachineFile(path: string): Promise<Result<MachineDefinition>> {
  const file = await readText(resolve(path));
  if (!file.ok) return file;
  return loadMachine(file.value, {
    templates: await templateEngine(),
    read: (reference, from) => readText(resolve(dirname(from), reference)),
  });
}

/** Loads a machine that refers to no files. Errors: those of `loadMachine`. */
export async function loadMachineText(source: { readonly name: string; readonly text: string }) {
  return loadMachine(source, { templates: await templateEngine(), read: readNothing });
}

async function readText(path: string): Promise<Result<{ name: string; text: string }>> {
  try {
    return ok({ name: path, text: await readFile(path, 'utf8') });
  } catch {
    return fail('file-unreadable', 'This file cannot be read', path);
  }
}

/** Runs of machines whose every step is an event of a ledger. */
export class LedgerRuns {
  readonly #options: LedgerRunsOptions;
  readonly #records: RecordStore;

  constructor(options: LedgerRunsOptions) {
    this.#options = options;
    this.#records = breathing(createLedgerRecords(options.ledger), options.breathe);
  }

  /**
   * Starts a run. It ends when the run and everything it launched has ended, parked or failed, or when `signal` cancels
   * the run at its last checkpoint. Errors: those of
   * `FlatMachine.execute`, `backend-unavailable` when the machine asks to be kept elsewhere than in the ledger.
   */
  async start(
    definition: MachineDefinition,
    input: unknown,
    executionId?: string,
    signal?: AbortSignal,
  ): Promise<Result<MachineResult>> {
    const { name, backend } = definition;
    if (backend !== null && backend !== 'sqlite') {
      const wanted = `The machine ${name} asks for the backend ${backend}`;
      const advice = 'runs are kept in the ledger here: say sqlite, or leave persistence.backend out';
      return fail('backend-unavailable', `${wanted}; ${advice}`, 'persistence.backend');
    }
    const stored = await storeMachine(this.#records, definition);
    if (!stored.ok) return stored;
    const machine = await this.#machine(definition);
    const result = await machine.execute(input, {
      ...(executionId === undefined ? {} : { executionId }),
      ...(signal === undefined ? {} : { signal }),
    });
    await machine.settled();
    return result;
  }

  /**
   * Goes on with a run, its machine taken from the ledger. Errors: those of `FlatMachine.resume`, `machine-unknown`.
   */
  async resume(executionId: string, options: LedgerResumeOptions = {}): Promise<Result<MachineResult>> {
    const machine = await this.#machineOf(executionId);
    if (!machine.ok) return machine;
    const stop = () => void machine.value.cancel(executionId);
    if (options.signal?.aborted === true) stop();
    options.signal?.addEventListener('abort', stop, { once: true });
    const result = await machine.value.resume(executionId, options);
    await machine.value.settled();
    options.signal?.removeEventListener('abort', stop);
    return result;
  }

  /**
   * Stops a run at its last checkpoint, with the runs it called, and takes back what they ask of people: at once where
   * nobody works on it, else the process that does is asked, and stops within a third of its lease. Runs that it
   * launched go on, and so does the run that is parked for this one: it gets the error `CancelledError`. Errors:
   * `run-unknown`, `run-over`, those of `resume`.
   */
  async cancel(executionId: string): Promise<Result<Cancellation>> {
    const machine = await this.#machineOf(executionId);
    if (!machine.ok) return machine;
    const asked = await machine.value.cancel(executionId);
    if (!asked.ok) return asked;
    const caller = resumedFor(this.#options.ledger, executionId);
    // A request to stop is taken before anything else is done.
    const ended = await machine.value.resume(executionId);
    await machine.value.settled();
    if (!ended.ok) return ended.problem.code === 'run-busy' ? ok({ stopped: false }) : ended;
    if (ended.value.status !== 'cancelled') return ok({ stopped: false });
    const { called, withdrawn } = ended.value;
    return ok({ stopped: true, called, withdrawn, caller: caller === executionId ? null : caller });
  }

  async #machineOf(executionId: string): Promise<Result<FlatMachine>> {
    const { clock } = this.#options;
    const record = await createRunStore(this.#records, clock, systemTimers).run(executionId);
    if (!record.ok) return record;
    if (record.value === null) return fail('run-unknown', `There is no run ${executionId}`, executionId);
    const definition = await storedMachine(this.#records, record.value.digest, await templateEngine());
    return definition.ok ? ok(await this.#machine(definition.value)) : definition;
  }

  async #machine(definition: MachineDefinition): Promise<FlatMachine> {
    const {
      ledger,
      clock,
      random,
      agents,
      hooks,
      notice,
      isMissing,
      gatesOf,
      leaseMs = defaultLeaseMs,
    } = this.#options;
    return new FlatMachine(definition, {
      store: createRunStore(this.#records, clock, systemTimers),
      templates: await templateEngine(),
      agents,
      hooks: {
        ...hooks,
        onAction: (action, context, invocation) => {
          if (action === gateAction) return askPerson(ledger, { clock, random }, context, invocation);
          if (hooks.onAction !== undefined) return hooks.onAction(action, context, invocation);
          throw new Error(`Nothing handles the action ${JSON.stringify(action)}`);
        },
      },
      clock,
      random,
      timers: systemTimers,
      owner: `process-${process.pid}`,
      leaseMs,
      maxParallel: 16,
      ...(isMissing === undefined ? {} : { missing: (state) => missingWork(state, isMissing) }),
      withdraw: ({ executionId, waitingFor }) =>
        withdrawGates(ledger, { executionId, waitingFor, opened: gatesOf?.(executionId) ?? null }, clock),
      notice,
    });
  }
}

function breathing(records: RecordStore, breathe: (() => Promise<void>) | undefined): RecordStore {
  if (breathe === undefined) return records;
  return {
    ...records,
    commit: async (change) => {
      const committed = await records.commit(change);
      await breathe();
      return committed;
    },
  };
}
