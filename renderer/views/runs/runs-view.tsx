import { type ReactNode, useEffect } from 'react';
import { Panes } from '../../components/panes.tsx';
import { Empty, NoEvidence, Skeleton, WhenReady } from '../../components/states.tsx';
import { useCalmValue } from '../../stores/calm-value.ts';
import { readyValue } from '../../stores/loadable.ts';
import { useQuery } from '../../stores/query.ts';
import { replacePlace, showFirst, useRoute } from '../../stores/route.ts';
import { useRunSteps } from '../../stores/run-steps.ts';
import { MachineEvidence } from './machine/machine-evidence.tsx';
import { MachineSubject } from './machine/machine-subject.tsx';
import { chosenStepNumber } from './machine/machine-words.ts';
import type { QueuedRun } from './queue-rows.ts';
import { RunQueue } from './run-queue.tsx';
import { RunSubject } from './run-subject.tsx';
import { chosenStep } from './run-words.ts';
import { StepEvidence } from './step-evidence.tsx';
import { useQueuedRuns } from './use-queued-runs.ts';
import './runs.css';

interface ShownPanes {
  readonly subject: ReactNode;
  readonly evidence: ReactNode;
}

/** Runs: machines with their states, and agents under the decision kernel, step by step. */
export default function RunsView() {
  const { id, parameters } = useRoute((store) => store.route);
  const kind = parameters.kind === 'machine' ? 'machine' : 'agent';
  const asked = parameters.step ?? null;
  const { items, problem, summary, more } = useQueuedRuns();
  const first = items?.find((item) => item.kind === 'run')?.run;
  useEffect(() => {
    if (id === null && first !== undefined) showFirst('runs', first.id, parametersOf(first));
  }, [id, first]);
  const place = useCalmValue(id === null ? null : JSON.stringify([kind, id]));
  const [shownKind, shownId] = place === null ? [null, null] : (JSON.parse(place) as [QueuedRun['kind'], string]);
  const agentPanes = useAgentPanes(shownKind === 'agent' ? shownId : null, asked);
  const machinePanes = useMachinePanes(shownKind === 'machine' ? shownId : null, asked);
  const shown = agentPanes ?? machinePanes;
  return (
    <Panes
      names={{ queue: 'Runs', subject: 'Run', evidence: 'Step' }}
      queue={
        <RunQueue
          items={items}
          problem={problem}
          summary={summary}
          selected={id === null ? null : { kind, id }}
          onSelect={show}
          onEnd={more}
        />
      }
      subject={shown?.subject ?? <NoRun reading={items === null} any={first !== undefined} />}
      evidence={shown?.evidence ?? <NoEvidence of="a run" />}
    />
  );
}

function NoRun({ reading, any }: { readonly reading: boolean; readonly any: boolean }) {
  if (reading) return <Skeleton label="Reading the runs" />;
  return <Empty icon="runs" title={any ? 'Choose a run' : 'No run to show'} />;
}

/** A run of an agent under the kernel; null when none is chosen. */
function useAgentPanes(runId: string | null, asked: string | null): ShownPanes | null {
  const run = useQuery('agentRuns.get', runId === null ? null : { runId });
  if (runId === null) return null;
  return {
    subject: (
      <WhenReady of={run} label="Reading the run">
        {(detail) => <RunSubject key={detail.row.runId} detail={detail} step={asked} />}
      </WhenReady>
    ),
    evidence: (
      <WhenReady of={run} label="Reading the step" beside>
        {(detail) => <StepEvidence detail={detail} step={chosenStep(detail.steps, asked)} />}
      </WhenReady>
    ),
  };
}

/** A run of a machine; null when none is chosen. Both panes share the steps that were read. */
function useMachinePanes(executionId: string | null, asked: string | null): ShownPanes | null {
  const run = useQuery('runs.get', executionId === null ? null : { executionId });
  const steps = useRunSteps(executionId ?? '', readyValue(run)?.row.step ?? 0);
  if (executionId === null) return null;
  const chosen = (row: Parameters<typeof chosenStepNumber>[0]) => chosenStepNumber(row, asked);
  return {
    subject: (
      <WhenReady of={run} label="Reading the run">
        {(detail) => <MachineSubject key={executionId} detail={detail} steps={steps} chosen={chosen(detail.row)} />}
      </WhenReady>
    ),
    evidence: (
      <WhenReady of={run} label="Reading the step" beside>
        {(detail) => <MachineEvidence key={executionId} detail={detail} steps={steps} chosen={chosen(detail.row)} />}
      </WhenReady>
    ),
  };
}

function show({ kind, id }: Pick<QueuedRun, 'kind' | 'id'>): void {
  replacePlace('runs', id, parametersOf({ kind }));
}

function parametersOf({ kind }: Pick<QueuedRun, 'kind'>): Record<string, string> {
  return kind === 'machine' ? { kind } : {};
}
