import { fail, ok, type Result } from '../../problem/index.ts';
import type { Parked } from '../hooks.ts';
import type { MachineError } from '../machine-error.ts';
import type { CalledChildren } from './called-children.ts';
import { cancelledError, isCancelledAlone } from './cancel-called.ts';
import { lostLease } from './lease.ts';
import type { RunSite } from './run-site.ts';
import type { MachineResult } from './runtime.ts';
import type { StepWork } from './step-work.ts';

/** The ways in which a run stops without being completed: each is one commit, and it can be resumed. */
export class RunPauses {
  readonly #site: RunSite;
  readonly #called: CalledChildren;
  /** States entered, in order. */
  readonly #states: readonly string[];
  readonly #wasParked: boolean;

  constructor(site: RunSite, called: CalledChildren, states: readonly string[]) {
    this.#site = site;
    this.#called = called;
    this.#states = states;
    this.#wasParked = site.journal.record.status === 'parked';
  }

  /** What is told of the run however it stops. */
  summary() {
    const { record, snapshot } = this.#site.journal;
    const { step, total_api_calls: apiCalls = 0, total_cost: cost = 0 } = snapshot;
    return { executionId: record.execution_id, states: this.#states, steps: step, apiCalls, cost };
  }

  /** An error that nothing handles; `work` is the step that failed, if it was one. */
  async failed(error: Pick<MachineError, 'type' | 'message'>, work: StepWork | null): Promise<Result<MachineResult>> {
    const details = work === null ? { error } : { error, failedAttempts: work.failedAttempts };
    const kept = await this.#site.journal.pause('failed', details, work?.events ?? []);
    const { type, message } = error;
    return kept.ok ? ok({ ...this.summary(), status: 'error', error: { type, message } }) : kept;
  }

  /** Nothing is written when the run waited for the same before; `before` is what the record says. */
  async parked({ waitingFor, events }: Parked, before: string | null): Promise<Result<MachineResult>> {
    if (this.#wasParked && waitingFor === before && events.length === 0) {
      return ok({ ...this.summary(), status: 'parked', waitingFor });
    }
    const kept = await this.#site.journal.pause('parked', { waitingFor }, events);
    if (!kept.ok) return kept;
    this.#site.notice('park-committed');
    return ok({ ...this.summary(), status: 'parked', waitingFor });
  }

  /**
   * The runs it called come first: until the last of them is cancelled, the request for this one stays, so that a crash
   * in between loses nothing of it.
   */
  async cancelled(stop: AbortSignal, waitingFor: string | null): Promise<Result<MachineResult>> {
    const { runtime, journal, notice } = this.#site;
    const { execution_id: id } = journal.record;
    if (stop.reason === lostLease) {
      return fail('lock-lost', `The lease of ${id} was over before it was renewed: nothing was written`, id);
    }
    const called = await this.#called.cancelCalled();
    if (!called.ok) return called;
    const alone = await isCancelledAlone(runtime.store, journal.record);
    if (!alone.ok) return alone;
    const events = runtime.withdraw?.({ executionId: id, waitingFor }) ?? [];
    const details = {
      ...(waitingFor === null || events.length > 0 ? {} : { waitingFor }),
      ...(alone.value ? { error: cancelledError(id) } : {}),
    };
    const kept = await journal.pause('cancelled', details, events);
    if (!kept.ok) return kept;
    notice('cancel-committed');
    return ok({
      ...this.summary(),
      status: 'cancelled',
      called: called.value.called,
      withdrawn: [...events.map(({ subject }) => subject), ...called.value.withdrawn],
    });
  }
}
