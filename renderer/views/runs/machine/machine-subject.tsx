import { useCallback, useEffect, useMemo } from 'react';
import { Panel } from 'react-resizable-panels';
import type { RunDetail } from '../../../../core/api/index.ts';
import { Digest, Identifier } from '../../../components/identifier.tsx';
import { Handle, Split } from '../../../components/panes.tsx';
import { SignWord } from '../../../components/sign.tsx';
import { Time } from '../../../components/time.tsx';
import { GraphPane } from '../../../graph/graph-pane.tsx';
import { can, useCommands } from '../../../keyboard/use-commands.ts';
import { retryQueries } from '../../../stores/query.ts';
import { replacePlace } from '../../../stores/route.ts';
import type { RunSteps } from '../../../stores/run-steps.ts';
import { counted } from '../../../text/words.ts';
import { ContextPane } from './context-pane.tsx';
import { MachineSteps } from './machine-steps.tsx';
import { costText, machineRoute, machineWord, standingSentence, waitingRoute } from './machine-words.ts';
import { RunActions } from './run-actions.tsx';
import { marksOf, steppedFailure } from './run-marks.ts';
import '../../../components/subject.css';
import './machine.css';

interface MachineSubjectProps {
  readonly detail: RunDetail;
  readonly steps: RunSteps;
  readonly chosen: number;
}

/** One run of a machine: where it stands, the graph, the steps, and what the chosen step changed. */
export function MachineSubject({ detail, steps, chosen }: MachineSubjectProps) {
  const { row, graph, digest } = detail;
  const { executionId } = row;
  useLookAgain(detail.worker?.until ?? null);
  const choose = useCallback(
    (step: number) => replacePlace('runs', executionId, { kind: 'machine', step: `${step}` }),
    [executionId],
  );
  const step = chosen > row.step ? null : (steps.step(chosen) ?? null);
  const marks = useMemo(() => marksOf(detail, step), [detail, step]);
  const last = row.status === 'done' ? row.step : row.step + 1;
  const walk = (direction: 1 | -1) => {
    const next = steppedFailure(detail, chosen, direction);
    if (next !== null) choose(next);
  };
  const noFailure = steppedFailure(detail, 0, 1) === null ? 'No step of this run failed' : null;
  useCommands({
    'file.next': can(() => choose(Math.min(chosen + 1, last))),
    'file.previous': can(() => choose(Math.max(chosen - 1, 1))),
    'mark.next': { run: () => walk(1), whyNot: noFailure },
    'mark.previous': { run: () => walk(-1), whyNot: noFailure },
  });
  return (
    <div className="subject">
      <header className="run-head">
        <h2 id="subject-start" tabIndex={-1}>
          {row.machine}
        </h2>
        <p className="subject-facts">
          <span>
            run <Identifier id={executionId} what="execution id" />
          </span>
          <span>
            machine <Digest digest={digest} what="digest of the machine" />
          </span>
          {row.parent !== null && (
            <span>
              started by <Identifier id={row.parent} what="execution id" href={machineRoute(row.parent)} />
            </span>
          )}
          <span>
            started <Time at={row.startedAt} />
          </span>
          {row.apiCalls > 0 && <span>{counted(row.apiCalls, 'call')}</span>}
          {row.cost > 0 && <span>cost {costText(row.cost)}</span>}
          {detail.childCount > 0 && <span>{counted(detail.childCount, 'run')} called or launched</span>}
        </p>
        <p className="subject-ending">
          <SignWord sign={row.sign} word={machineWord(row)} />
          <span>
            {standingSentence(detail)} <WaitsFor detail={detail} />
          </span>
        </p>
        <RunActions detail={detail} />
      </header>
      <div className="machine-parts">
        <Split id="mizan.machine.rows" orientation="vertical">
          <Panel id="machine" defaultSize="56%" minSize={140}>
            <Split id="mizan.machine.columns">
              <Panel id="graph" minSize={180}>
                <GraphPane machine={row.machine} graph={graph} marks={marks} onStep={choose} />
              </Panel>
              <Handle label="the graph" />
              <Panel id="steps" defaultSize="44%" minSize={200}>
                <MachineSteps detail={detail} steps={steps} chosen={chosen} onChoose={choose} />
              </Panel>
            </Split>
          </Panel>
          <Handle label="the context" />
          <Panel id="context" minSize={100}>
            <ContextPane executionId={executionId} step={chosen} finished={row.step} />
          </Panel>
        </Split>
      </div>
    </div>
  );
}

/** The gate or the run that it waits for, as a link, or why it failed. */
function WaitsFor({ detail: { row, gate } }: { readonly detail: RunDetail }) {
  if (row.error !== null) {
    return (
      <span className="quiet">
        <span className="mono">{row.error.type}</span>: {row.error.message}
      </span>
    );
  }
  const href = waitingRoute(row.waitingFor);
  const gateHref = gate === null ? null : waitingRoute(`gate:${gate.gateId}`);
  return (
    <>
      {href !== null && row.waitingFor?.startsWith('run:') === true && (
        <a href={href} className="mono">
          {row.waitingFor.slice('run:'.length)}
        </a>
      )}{' '}
      {gate !== null && gateHref !== null && (
        <span>
          Gate: <a href={gateHref}>{gate.title}</a> <span className="faint">({gate.state})</span>
        </span>
      )}
    </>
  );
}

/** Asks again when the lock of the process that works on the run is over: no event tells of that. */
function useLookAgain(until: string | null): void {
  useEffect(() => {
    if (until === null) return;
    const wait = Math.min(Math.max(Date.parse(until) - Date.now(), 0) + 500, 120_000);
    const timer = window.setTimeout(retryQueries, wait);
    return () => window.clearTimeout(timer);
  }, [until]);
}
