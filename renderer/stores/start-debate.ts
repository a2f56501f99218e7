import type { OperationInput, Problem } from '../../core/api/index.ts';
import { request } from '../bridge.ts';
import { goTo } from './route.ts';
import { useRunJobs } from './run-jobs.ts';

/** Begins a debate and goes to it as soon as the ledger has it. What went wrong, or null. */
export async function beginDebate(order: OperationInput<'debates.start'>): Promise<Problem | null> {
  const answer = await request('debates.start', order);
  if (!answer.ok) return answer.problem;
  const { jobId, runId, debateId } = answer.value;
  useRunJobs.setState(({ jobs }) => ({ jobs: { ...jobs, [runId]: jobId } }));
  goTo('debates', debateId);
  return null;
}
