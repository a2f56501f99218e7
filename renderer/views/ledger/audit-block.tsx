import type { AuditReport } from '../../../core/api/index.ts';
import { Button } from '../../components/button.tsx';
import { copyText } from '../../components/copy.tsx';
import { Block, Facts } from '../../components/facts.tsx';
import { Digest } from '../../components/identifier.tsx';
import { ProblemLine } from '../../components/problem-line.tsx';
import { Progress } from '../../components/progress.tsx';
import { SignWord } from '../../components/sign.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';
import { cancelJob, useJobs } from '../../stores/jobs.ts';
import { useLedgerStatus } from '../../stores/ledger-status.ts';
import { readyValue } from '../../stores/loadable.ts';
import { count, duration } from '../../text/words.ts';

/** The audit of the whole file: its progress, then its result, which can be kept. */
export function AuditBlock() {
  const { finished, auditJobId, auditReport, auditProblem } = useJobs();
  const status = readyValue(useLedgerStatus((store) => store.status));
  const report = auditReport ?? status?.lastAudit ?? null;
  const lastJob = finished[finished.length - 1];
  const cancelled = auditJobId === null && auditReport === null && lastJob?.outcome === 'cancelled';
  return (
    <Block title="Audit" aside={auditJobId === null && report !== null && <Time at={report.at} />}>
      {auditJobId !== null ? (
        <AuditProgress jobId={auditJobId} />
      ) : report === null ? (
        <p className="faint">
          Nobody has audited this ledger from this computer yet. Audit, above the list, checks every event.
        </p>
      ) : (
        <Report report={report} ledger={status?.name ?? 'ledger'} />
      )}
      {cancelled && <p className="faint">The audit was cancelled; nothing was changed.</p>}
      <ProblemLine problem={auditProblem} />
    </Block>
  );
}

function AuditProgress({ jobId }: { readonly jobId: string }) {
  const job = useJobs((store) => store.running.find((candidate) => candidate.jobId === jobId));
  const { label, done, total } = job ?? { label: 'Starting the audit', done: 0, total: 0 };
  return <Progress label={label} done={done} total={total} onCancel={() => void cancelJob(jobId)} />;
}

function Report({ report, ledger }: { readonly report: AuditReport; readonly ledger: string }) {
  const { firstBad } = report;
  const text = `${JSON.stringify(report, null, 2)}\n`;
  return (
    <>
      <p>
        <SignWord sign={report.ok ? 'verified' : 'failed'} word={report.ok ? 'verified' : 'failed'} />{' '}
        {report.ok && <span className="quiet">Every event, payload and checkpoint holds.</span>}
        {firstBad !== null && (
          <span>
            {firstBad.message}{' '}
            {firstBad.seq !== null && (
              <a href={formatRoute('ledger', `${firstBad.seq}`)}>Event {count(firstBad.seq)}</a>
            )}{' '}
            <span className="mono small faint">{firstBad.code}</span>
          </span>
        )}
      </p>
      <Facts
        rows={[
          ['Events', count(report.events)],
          ['Payloads', `${count(report.payloads)}, ${count(report.redacted)} redacted`],
          ['Checkpoints', count(report.checkpoints)],
          [
            'Signed',
            report.signedEvents === 0 ? 'none under your key' : `${count(report.signedEvents)} under your key`,
          ],
          ['Root', <Digest key="root" digest={report.root} what="audited root" />],
          ['Took', duration(report.durationMs)],
        ]}
      />
      <p className="audit-actions">
        <Button icon="save" onClick={() => save(`${ledger}-audit-${report.at.replaceAll(':', '')}.json`, text)}>
          Save the result
        </Button>
        <Button icon="copy" onClick={() => void copyText(text, 'audit result')}>
          Copy as JSON
        </Button>
      </p>
    </>
  );
}

/** Hands a text to the browser as a file. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(url);
}
