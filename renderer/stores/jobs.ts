import { create } from 'zustand';
import type { ApiEvent, AuditReport, Problem } from '../../core/api/index.ts';
import { request } from '../bridge.ts';

/** Long work of the host, as far as it has told. */
export interface Job {
  readonly jobId: string;
  readonly label: string;
  readonly done: number;
  /** 0 while unknown. */
  readonly total: number;
  readonly cancellable: boolean;
  readonly startedAt: number;
}

export interface FinishedJob {
  readonly jobId: string;
  readonly outcome: 'done' | 'cancelled' | 'failed';
  readonly message: string;
}

interface JobStore {
  readonly running: readonly Job[];
  readonly finished: readonly FinishedJob[];
  /** The audit that this window started and that still runs. */
  readonly auditJobId: string | null;
  readonly auditReport: AuditReport | null;
  readonly auditProblem: Problem | null;
}

export const useJobs = create<JobStore>(() => ({
  running: [],
  finished: [],
  auditJobId: null,
  auditReport: null,
  auditProblem: null,
}));

type JobEvent = Extract<ApiEvent, { type: 'job.progress' | 'job.finished' }>;
const keptFinished = 20;

/** Takes in what the host tells about its jobs. */
export function followJob(event: JobEvent): void {
  useJobs.setState((now) => {
    const others = now.running.filter((job) => job.jobId !== event.jobId);
    if (event.type === 'job.progress') {
      const known = now.running.find((job) => job.jobId === event.jobId);
      const { type: _, ...progress } = event;
      return { running: [...others, { ...progress, startedAt: known?.startedAt ?? Date.now() }] };
    }
    const { jobId, outcome, message } = event;
    const finished = [...now.finished, { jobId, outcome, message }].slice(-keptFinished);
    if (event.audit === null && now.auditJobId !== jobId) return { running: others, finished };
    const auditProblem = outcome === 'failed' && event.audit === null ? { code: 'audit-failed', message } : null;
    return { running: others, finished, auditJobId: null, auditReport: event.audit ?? now.auditReport, auditProblem };
  });
}

/** Asks the host to stop a job; its ending comes as an event. A job that is over already is no problem. */
export async function cancelJob(jobId: string): Promise<void> {
  await request('jobs.cancel', { jobId });
}

/** Starts an audit of the whole file unless one runs already. */
export async function startAudit(): Promise<void> {
  if (useJobs.getState().auditJobId !== null) return;
  useJobs.setState({ auditReport: null, auditProblem: null });
  const started = await request('ledger.audit', {});
  if (!started.ok) {
    useJobs.setState({ auditProblem: started.problem });
    return;
  }
  const { jobId } = started.value;
  const over = useJobs.getState().finished.some((job) => job.jobId === jobId);
  if (!over) useJobs.setState({ auditJobId: jobId });
}
