import { useState } from 'react';
import { Panel } from 'react-resizable-panels';
import type { GateResult, WorkDetail } from '../../../core/api/index.ts';
import { IconButton } from '../../components/button.tsx';
import { ChangePane } from '../../components/change-pane.tsx';
import { Handle, Split } from '../../components/panes.tsx';
import { Empty } from '../../components/states.tsx';
import { Terminal } from '../../components/terminal.tsx';
import { checkNames } from '../../text/state-words.ts';
import { GateStrip } from './gate-strip.tsx';
import { WorkHead } from './work-head.tsx';

type Check = GateResult['gate'];

/** A task: its verdict, the strip of gates, the change, and the output of the chosen gate. */
export function WorkSubject({ detail }: { readonly detail: WorkDetail }) {
  const [chosen, setChosen] = useState<Check | null>(() => decisiveGate(detail.gates));
  const [outputOpen, setOutputOpen] = useState(true);
  const gate = detail.gates.find((candidate) => candidate.gate === chosen) ?? null;
  const output = outputOpen ? (gate?.output ?? null) : null;
  const { row, diff } = detail;
  const choose = (check: Check) => {
    setChosen(check);
    setOutputOpen(true);
  };
  return (
    <div className="work-subject">
      <WorkHead detail={detail} />
      <GateStrip gates={detail.gates} chosen={chosen} onChoose={choose} />
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
              <ChangePane taskId={row.taskId} agentId={row.agentId} files={diff.files} />
            )}
          </Panel>
          {output !== null && gate !== null && <Handle label="Output" />}
          {output !== null && gate !== null && (
            <Panel id="output" defaultSize="34%" minSize={90}>
              <div className="work-output">
                <header className="work-output-head">
                  <h2>Output of {checkNames[gate.gate]}</h2>
                  <IconButton icon="close" label="Close the output" onClick={() => setOutputOpen(false)} />
                </header>
                <Terminal
                  reference={output}
                  label={`Output of ${checkNames[gate.gate]}`}
                  start={gate.outcome === 'failed' ? 'failure' : 'end'}
                />
              </div>
            </Panel>
          )}
        </Split>
      </div>
    </div>
  );
}

/** The gate to look at first: the one that failed, one that could not run, the last with output, the last that passed. */
function decisiveGate(gates: readonly GateResult[]): Check | null {
  const decisive =
    gates.find((gate) => gate.outcome === 'failed') ??
    gates.find((gate) => gate.outcome === 'inconclusive') ??
    gates.findLast((gate) => gate.output !== null) ??
    gates.findLast((gate) => gate.outcome === 'passed');
  return decisive?.gate ?? null;
}
