import { useEffect, useMemo } from 'react';
import { Panes } from '../../components/panes.tsx';
import { Empty, Failed, NoEvidence, Skeleton, WhenReady } from '../../components/states.tsx';
import { useCalmValue } from '../../stores/calm-value.ts';
import { readyValue } from '../../stores/loadable.ts';
import { useQuery } from '../../stores/query.ts';
import { replacePlace, useRoute } from '../../stores/route.ts';
import { useRunQueue } from '../../stores/run-queue.ts';
import { RunQueue } from './run-queue.tsx';
import { RunSubject } from './run-subject.tsx';
import { chosenStep, matchingRuns } from './run-words.ts';
import { StepEvidence } from './step-evidence.tsx';
import './runs.css';

/** The most that the host gives at once. */
const newestRuns = 500;

/** Runs: what agents did under the decision kernel, step by step, and why a call was refused. */
export default function RunsView() {
  const text = useRunQueue((store) => store.text);
  const { id, parameters } = useRoute((store) => store.route);
  const answer = useQuery('agentRuns.list', { limit: newestRuns });
  const list = readyValue(answer);
  const rows = useMemo(() => (list === null ? null : matchingRuns(list.rows, text)), [list, text]);
  const first = rows?.[0]?.runId;
  useEffect(() => {
    if (id === null && first !== undefined) replacePlace('runs', first);
  }, [id, first]);
  const runId = useCalmValue(id);
  const run = useQuery('agentRuns.get', runId === null ? null : { runId });
  if (answer.state === 'failed') return <Failed problem={answer.problem} />;
  return (
    <Panes
      names={{ queue: 'Runs', subject: 'Run', evidence: 'Step' }}
      queue={
        <RunQueue
          rows={rows}
          total={list?.rows.length ?? 0}
          more={(list?.next ?? null) !== null}
          selected={id}
          onSelect={(chosen) => replacePlace('runs', chosen)}
        />
      }
      subject={
        runId === null ? (
          list === null ? (
            <Skeleton label="Reading the runs" />
          ) : (
            <Empty icon="runs" title={first === undefined ? 'No run to show' : 'Choose a run'} />
          )
        ) : (
          <WhenReady of={run} label="Reading the run">
            {(detail) => <RunSubject key={detail.row.runId} detail={detail} step={parameters.step ?? null} />}
          </WhenReady>
        )
      }
      evidence={
        runId === null ? (
          <NoEvidence of="a run" />
        ) : (
          <WhenReady of={run} label="Reading the step" beside>
            {(detail) => <StepEvidence detail={detail} step={chosenStep(detail.steps, parameters.step ?? null)} />}
          </WhenReady>
        )
      }
    />
  );
}
