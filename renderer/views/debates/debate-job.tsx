import type { DebateRow } from '../../../core/api/index.ts';
import { Button } from '../../components/button.tsx';
import { ProblemLine } from '../../components/problem-line.tsx';
import { cancelJob, useJobs } from '../../stores/jobs.ts';
import { readyValue } from '../../stores/loadable.ts';
import { useQuery } from '../../stores/query.ts';
import { askForRun, useRunJobs } from '../../stores/run-jobs.ts';
import { count } from '../../text/words.ts';

interface DebateJobProps {
  readonly row: Pick<DebateRow, 'runId' | 'status'>;
}

/** The job that this window started for a debate: how far it is, with the way to stop it, or the way on. */
export function DebateJob({ row }: DebateJobProps) {
  const jobId = useRunJobs((store) => store.jobs[row.runId]);
  const job = useJobs((store) => store.running.find((candidate) => candidate.jobId === jobId));
  if (job !== undefined) {
    return (
      <div className="debate-way-on">
        <Button icon="stop" title="Stop after the last whole step" onClick={() => void cancelJob(job.jobId)}>
          Cancel
        </Button>
        <span className="small quiet">
          {job.label} {count(job.done)}
        </span>
      </div>
    );
  }
  return row.status === 'stopped' || row.status === 'running' ? null : <WayOn row={row} />;
}

/** How a debate goes on that was cancelled, failed, or has its answer; nothing where only a terminal can. */
function WayOn({ row: { runId } }: DebateJobProps) {
  const jobId = useRunJobs((store) => store.jobs[runId]);
  const problem = useRunJobs((store) => store.problems[runId]) ?? null;
  const ended = useJobs((store) => store.finished.find((candidate) => candidate.jobId === jobId));
  const run = readyValue(useQuery('runs.get', { executionId: runId }));
  if (run === null || run.cannotResume !== null) return <ProblemLine problem={problem} />;
  return (
    <div className="debate-way-on">
      <Button icon="play" title="Go on from the last step" onClick={() => void askForRun('runs.resume', runId)}>
        Resume
      </Button>
      {ended !== undefined && (
        <span className="small quiet" role="status">
          {ended.message}
        </span>
      )}
      <ProblemLine problem={problem} />
    </div>
  );
}
