import { useState } from 'react';
import type { RunDetail } from '../../../../core/api/index.ts';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ProblemLine } from '../../../components/problem-line.tsx';
import { Progress } from '../../../components/progress.tsx';
import { cancelJob, useJobs } from '../../../stores/jobs.ts';
import { askForRun, useRunJobs } from '../../../stores/run-jobs.ts';

/** Resume and cancel, each with the reason when it cannot be done, and what becomes of it. */
export function RunActions({ detail }: { readonly detail: RunDetail }) {
  const { row, cannotResume, cannotCancel, terminalCommand } = detail;
  const { executionId } = row;
  const [confirming, setConfirming] = useState(false);
  const jobId = useRunJobs((store) => store.jobs[executionId]);
  const problem = useRunJobs((store) => store.problems[executionId]) ?? null;
  const { running, finished } = useJobs();
  const job = running.find((candidate) => candidate.jobId === jobId);
  const ended = finished.find((candidate) => candidate.jobId === jobId);
  return (
    <div className="run-actions">
      <Button
        icon="play"
        aria-disabled={cannotResume !== null}
        title={cannotResume ?? 'Go on from the last checkpoint'}
        onClick={() => {
          if (cannotResume === null) void askForRun('runs.resume', executionId);
        }}
      >
        Resume
      </Button>
      <Button
        icon="stop"
        aria-disabled={cannotCancel !== null}
        title={cannotCancel ?? 'Stop at the last checkpoint'}
        onClick={() => {
          if (cannotCancel === null) setConfirming(true);
        }}
      >
        Cancel the run
      </Button>
      <span className="run-actions-why">
        {job !== undefined ? (
          <Progress label={job.label} done={job.done} total={job.total} onCancel={() => void cancelJob(job.jobId)} />
        ) : terminalCommand !== null ? (
          <span>
            {cannotResume} <code>{terminalCommand}</code>
            <CopyButton text={terminalCommand} what="command" />
          </span>
        ) : ended !== undefined && cannotResume === null ? (
          <span role="status">{ended.message}</span>
        ) : (
          cannotResume !== null && row.status !== 'done' && <span className="faint">{cannotResume}</span>
        )}
      </span>
      <ProblemLine problem={problem} />
      <CancelDialog row={row} isOpen={confirming} onClose={() => setConfirming(false)} />
    </div>
  );
}

function CancelDialog({
  row: { executionId, machine, parent },
  isOpen,
  onClose,
}: {
  readonly row: RunDetail['row'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Cancel the run" isOpen={isOpen} onClose={onClose}>
      <div className="dialog-form">
        <p>
          {machine} (<span className="mono">{executionId}</span>) stops at its last checkpoint, and so do the runs that
          it called. Nobody is asked any more to decide at the gates where they wait. It can be resumed later and then
          asks again. Runs that it launched go on.
          {parent !== null && ' A run that called it goes on as well, with the error CancelledError.'}
        </p>
        <div className="dialog-actions">
          <Button onClick={onClose}>Let it be</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose();
              void askForRun('runs.cancel', executionId);
            }}
          >
            Cancel the run
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
