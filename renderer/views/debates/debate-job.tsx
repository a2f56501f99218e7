import type { DebateRow } from '../../../core/api/index.ts';
import { Progress } from '../../components/progress.tsx';
import { cancelJob, useJobs } from '../../stores/jobs.ts';
import { useRunJobs } from '../../stores/run-jobs.ts';

/** The job that this window started for a debate: how far it is, with the way to stop it, or why it did not end. */
export function DebateJob({ row: { runId, status } }: { readonly row: Pick<DebateRow, 'runId' | 'status'> }) {
  const jobId = useRunJobs((store) => store.jobs[runId]);
  const job = useJobs((store) => store.running.find((candidate) => candidate.jobId === jobId));
  const ended = useJobs((store) => store.finished.find((candidate) => candidate.jobId === jobId));
  if (job !== undefined) {
    return <Progress label={job.label} done={job.done} total={job.total} onCancel={() => void cancelJob(job.jobId)} />;
  }
  const unfinished = status === 'cancelled' || status === 'failed' || ended?.outcome === 'failed';
  if (ended === undefined || !unfinished) return null;
  return (
    <p className="small quiet" role="status">
      {ended.message}
    </p>
  );
}
