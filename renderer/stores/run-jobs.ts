import { create } from 'zustand';
import type { Problem } from '../../core/api/index.ts';
import { request } from '../bridge.ts';
import { refreshLedger } from './ledger-status.ts';

interface RunJobStore {
  /** The job that this window started for a run, by the run's id. */
  readonly jobs: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<string, Problem>>;
}

/** What this window asked for runs of machines. */
export const useRunJobs = create<RunJobStore>(() => ({ jobs: {}, problems: {} }));

/** Goes on with a run, or stops it. */
export async function askForRun(name: 'runs.resume' | 'runs.cancel', executionId: string): Promise<void> {
  const answer = await request(name, { executionId });
  useRunJobs.setState(({ jobs, problems }) => {
    const { [executionId]: _, ...others } = problems;
    if (!answer.ok) return { problems: { ...others, [executionId]: answer.problem } };
    return { jobs: { ...jobs, [executionId]: answer.value.jobId }, problems: others };
  });
  if (!answer.ok) await refreshLedger();
}
