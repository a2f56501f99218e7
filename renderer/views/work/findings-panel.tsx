import { lazy, Suspense, useState } from 'react';
import type { GateResult, WorkDetail, WorkFinding } from '../../../core/api/index.ts';
import { SignMark } from '../../components/sign.tsx';
import { Terminal } from '../../components/terminal.tsx';
import { severitySigns } from '../../text/state-words.ts';
import { counted, size } from '../../text/words.ts';

const Dialog = lazy(async () => ({ default: (await import('../../components/dialog.tsx')).Dialog }));

interface FindingsPanelProps {
  readonly dimension: GateResult['gate'];
  readonly label: string;
  readonly verification: NonNullable<WorkDetail['verification']>;
  readonly onShow: (findingId: string) => void;
}

/** What one dimension found, and what it could not look at. */
export function FindingsPanel({ dimension, label, verification, onShow }: FindingsPanelProps) {
  const findings = verification.findings.filter((finding) => finding.dimension === dimension);
  const open = verification.open.filter((part) => part.dimension === dimension);
  return (
    <section className="findings" aria-label={label}>
      {findings.length === 0 && open.length === 0 && <p className="faint">No new violation.</p>}
      <ul>
        {findings.map((finding) => (
          <li key={finding.findingId}>
            <button type="button" className="findings-row" onClick={() => onShow(finding.findingId)}>
              <SignMark sign={severitySigns[finding.severity]} label={finding.severity} />
              <span className="mono findings-place">
                {finding.line === null ? finding.file : `${finding.file}:${finding.line}`}
              </span>
              <span className="findings-message">{finding.message}</span>
              <span className="faint">{standing(finding)}</span>
            </button>
          </li>
        ))}
        {open.map((part) => (
          <li key={`${part.file} ${part.reason}`} className="findings-row">
            <SignMark sign="inconclusive" label="could not be looked at" />
            <span className="mono findings-place">{part.file ?? 'all files'}</span>
            <span className="findings-message">{part.reason}</span>
          </li>
        ))}
      </ul>
      <Report verification={verification} />
    </section>
  );
}

function standing({ falseAlarm, risk }: WorkFinding): string {
  if (falseAlarm !== null) return 'false alarm';
  return risk === null ? '' : `risk ${risk.state}`;
}

function Report({ verification: { report, found, findings } }: Pick<FindingsPanelProps, 'verification'>) {
  const [isOpen, setOpen] = useState(false);
  if (report === null) return null;
  const hidden = found - findings.length;
  return (
    <p className="findings-more small">
      {hidden > 0 && <span>{counted(hidden, 'finding')} more of this work in the report. </span>}
      <button type="button" className="text-button" onClick={() => setOpen(true)}>
        Read the whole report ({size(report.size)})
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Dialog title="The report of the five dimensions" width="wide" isOpen onClose={() => setOpen(false)}>
            <div className="prompt-box">
              <Terminal reference={report} label="Report" />
            </div>
          </Dialog>
        </Suspense>
      )}
    </p>
  );
}
