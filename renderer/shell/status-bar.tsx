import type { LedgerStatus } from '../../core/api/index.ts';
import { Icon } from '../components/icon.tsx';
import { Digest } from '../components/identifier.tsx';
import { SignMark } from '../components/sign.tsx';
import { Time } from '../components/time.tsx';
import { formatRoute } from '../routes.ts';
import { useConnection } from '../stores/connection.ts';
import { cancelJob, useJobs } from '../stores/jobs.ts';
import { useLedgerStatus } from '../stores/ledger-status.ts';
import { readyValue } from '../stores/loadable.ts';
import { openOverlay } from '../stores/overlay.ts';
import { useSession } from '../stores/session.ts';
import { count, counted } from '../text/words.ts';
import './status-bar.css';

/** What the whole window stands on: the ledger, its root, its last audit, what waits, and who is reviewing. */
export function StatusBar() {
  const status = readyValue(useLedgerStatus((store) => store.status));
  const connection = useConnection((store) => store.connection);
  return (
    <footer className="status-bar">
      {connection === 'lost' && (
        <span className="status-item status-lost" role="status" data-sign="failed">
          <Icon name="alert" size={14} /> Connection lost, trying again
        </span>
      )}
      {status !== null && <LedgerItems status={status} />}
      <span className="status-space" />
      <RunningJob />
      <ReviewerItem />
    </footer>
  );
}

function LedgerItems({ status }: { readonly status: LedgerStatus }) {
  const { name, path, sample, events, root, gatesWaiting } = status;
  return (
    <>
      <a className="status-item" href={formatRoute('start')} title={`${path}: open another ledger`}>
        {name}
        {sample && name !== 'sample' && <span className="status-tag">sample</span>}
      </a>
      <a className="status-item" href={formatRoute('ledger')}>
        {counted(events, 'event')}
      </a>
      <span className="status-item">
        root <Digest digest={root} what="root of the ledger" />
      </span>
      <AuditItem status={status} />
      <a className="status-item" href={formatRoute('gates')}>
        {gatesWaiting > 0 && <SignMark sign="pending" />}
        {count(gatesWaiting)} waiting
      </a>
    </>
  );
}

function AuditItem({ status }: { readonly status: LedgerStatus }) {
  const audit = status.lastAudit;
  if (audit === null) {
    return (
      <a className="status-item" href={formatRoute('ledger')}>
        <SignMark sign="skipped" /> not audited yet
      </a>
    );
  }
  const behind = status.events - audit.events;
  return (
    <a className="status-item" href={formatRoute('ledger')}>
      <SignMark sign={audit.ok ? 'verified' : 'failed'} />
      <span>
        {audit.ok ? 'audited' : 'audit failed'} <Time at={audit.at} />
        {audit.ok && behind > 0 && `, ${counted(behind, 'event')} since`}
      </span>
    </a>
  );
}

function RunningJob() {
  const job = useJobs((store) => store.running[0]);
  if (job === undefined) return null;
  const known = job.total > 0;
  return (
    <span className="status-item status-job">
      <span className="cut">{job.label}</span>
      <progress
        className="progress-bar"
        aria-label={job.label}
        max={known ? job.total : undefined}
        value={known ? job.done : undefined}
      />
      {(known || job.done > 0) && <span>{known ? `${count(job.done)} of ${count(job.total)}` : count(job.done)}</span>}
      {job.cancellable && (
        <button type="button" className="progress-cancel" onClick={() => void cancelJob(job.jobId)}>
          Cancel
        </button>
      )}
    </span>
  );
}

function ReviewerItem() {
  const session = readyValue(useSession((store) => store.session));
  if (session === null || session.workspace === null) return null;
  const { reviewer } = session;
  return (
    <button type="button" className="status-item" onClick={() => openOverlay('reviewer')}>
      <Icon name={reviewer === null ? 'lock' : 'unlock'} size={14} />
      {reviewer === null ? 'No reviewer unlocked' : `${reviewer.name}, ${reviewer.role}`}
    </button>
  );
}
