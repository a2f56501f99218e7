import { type ReactNode, useState } from 'react';
import { Panel } from 'react-resizable-panels';
import type { GateResult, WorkDetail } from '../../../core/api/index.ts';
import { IconButton } from '../../components/button.tsx';
import { ChangePane } from '../../components/change-pane.tsx';
import { Handle, Split } from '../../components/panes.tsx';
import { Empty } from '../../components/states.tsx';
import { Terminal } from '../../components/terminal.tsx';
import { checkNames, dimensionChecks } from '../../text/state-words.ts';
import { FindingsPanel } from './findings-panel.tsx';
import { GateStrip } from './gate-strip.tsx';
import { WorkHead } from './work-head.tsx';
import '../../components/subject.css';

type Check = GateResult['gate'];

interface WorkSubjectProps {
  readonly detail: WorkDetail;
  /** The finding to look at first; null when none was named. */
  readonly findingId: string | null;
}

/** A task: its verdict, the strip of checks, the change, and the output or the findings of the chosen check. */
export function WorkSubject({ detail, findingId }: WorkSubjectProps) {
  const [chosen, setChosen] = useState<Check | null>(() => decisiveGate(detail.gates));
  const [outputOpen, setOutputOpen] = useState(true);
  const [asked, setAsked] = useState({ findingId, times: 0 });
  const gate = detail.gates.find((candidate) => candidate.gate === chosen) ?? null;
  const show = (wanted: string) => setAsked(({ times }) => ({ findingId: wanted, times: times + 1 }));
  const output = outputOpen && gate !== null ? outputOf(gate, detail, show) : null;
  const { row, diff } = detail;
  const choose = (check: Check) => {
    setChosen(check);
    setOutputOpen(true);
  };
  return (
    <div className="subject">
      <WorkHead detail={detail} />
      <GateStrip detail={detail} chosen={chosen} onChoose={choose} />
      <div className="work-body">
        <Split id={output === null ? 'mizan.work.change' : 'mizan.work'} orientation="vertical">
          <Panel id="change" minSize={120}>
            {diff === null ? (
              <Empty icon="work" title="No change to look at">
                {row.outcome === 'issued'
                  ? 'The agent has not reported yet.'
                  : 'The agent left no diff with its report.'}
              </Empty>
            ) : (
              <ChangePane
                key={asked.times}
                taskId={row.taskId}
                agentId={row.agentId}
                files={diff.files}
                findings={detail.verification?.findings ?? []}
                first={asked.findingId}
              />
            )}
          </Panel>
          {output !== null && gate !== null && <Handle label="Output" />}
          {output !== null && gate !== null && (
            <Panel id="output" defaultSize="34%" minSize={90}>
              <OutputPane {...output} onClose={() => setOutputOpen(false)} />
            </Panel>
          )}
        </Split>
      </div>
    </div>
  );
}

function OutputPane({
  title,
  content,
  onClose,
}: {
  readonly title: string;
  readonly content: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <div className="work-output">
      <header className="work-output-head">
        <h2>{title}</h2>
        <IconButton icon="close" label="Close the output" onClick={onClose} />
      </header>
      {content}
    </div>
  );
}

/**
 * What there is to read about a check: what its tool printed, or what a dimension found; null when there is nothing.
 */
function outputOf(
  gate: GateResult,
  { verification }: WorkDetail,
  onShow: (findingId: string) => void,
): { readonly title: string; readonly content: ReactNode } | null {
  const name = checkNames[gate.gate];
  if (isDimension(gate.gate)) {
    if (verification === null || gate.outcome === 'skipped') return null;
    const title = `Findings of ${name}`;
    const { gate: dimension } = gate;
    return { title, content: <FindingsPanel {...{ dimension, verification, onShow }} label={title} /> };
  }
  if (gate.output === null) return null;
  const title = `Output of ${name}`;
  const start = gate.outcome === 'failed' ? 'failure' : 'end';
  return { title, content: <Terminal reference={gate.output} label={title} start={start} /> };
}

function isDimension(check: Check): boolean {
  return dimensionChecks.some((dimension) => dimension === check);
}

/**
 * The check to look at first: the one that failed, one that could not run, the last with output, the last that passed.
 */
function decisiveGate(gates: readonly GateResult[]): Check | null {
  const decisive =
    gates.find((gate) => gate.outcome === 'failed') ??
    gates.find((gate) => gate.outcome === 'inconclusive') ??
    gates.findLast((gate) => gate.output !== null) ??
    gates.findLast((gate) => gate.outcome === 'passed');
  return decisive?.gate ?? null;
}
