import { useMemo } from 'react';
import type { Problem } from '../../../core/api/index.ts';
import { useCalmValue } from '../../stores/calm-value.ts';
import { readyValue } from '../../stores/loadable.ts';
import { usePagedRows } from '../../stores/paged-rows.ts';
import { useQuery } from '../../stores/query.ts';
import { type RunStanding, useRunQueue } from '../../stores/run-queue.ts';
import { count, counted } from '../../text/words.ts';
import {
  groupedRuns,
  mergedRuns,
  type QueueItem,
  queuedAgentRun,
  queuedMachineRun,
  statusOfStanding,
} from './queue-rows.ts';
import { matchingRuns } from './run-words.ts';

/** The most that the host gives of one kind at once. */
const newestRuns = 500;

interface QueuedRuns {
  /** Null while they are being read. */
  readonly items: readonly QueueItem[] | null;
  readonly problem: Problem | null;
  readonly summary: string;
  /** Reads older runs of machines, where there are any. */
  readonly more: () => void;
}

/** The runs that the queue asks for. */
export function useQueuedRuns(): QueuedRuns {
  const { text, standing, kind, group, called } = useRunQueue();
  const words = useCalmValue(text.trim(), 200);
  const agents = useAgentRuns(words, standing);
  const machines = usePagedRows(
    'runs.list',
    {
      ...(words === '' ? {} : { text: words }),
      ...(standing === 'any' ? {} : { status: statusOfStanding[standing] }),
      topOnly: !called,
    },
    newestRuns,
  );
  const machineRuns = useMemo(() => machines.rows.map(queuedMachineRun), [machines.rows]);
  const shownAgents = kind === 'machine' ? [] : agents.runs;
  const shownMachines = kind === 'agent' ? [] : machineRuns;
  const goOn = kind !== 'agent' && machines.next !== null;
  const items = groupedRuns(mergedRuns(shownAgents, shownMachines, goOn), group);
  const total = shownAgents.length + (kind === 'agent' ? 0 : machines.total);
  const agentsGoOn = kind !== 'machine' && agents.goOn;
  const reading = agents.reading || (machines.state === 'loading' && machines.rows.length === 0);
  return {
    items: reading ? null : items,
    problem: agents.problem ?? machines.problem,
    summary: reading ? '' : agentsGoOn ? `the newest ${count(total)}` : counted(total, 'run'),
    more: machines.more,
  };
}

/** The newest runs of agents that fit. */
function useAgentRuns(words: string, standing: RunStanding | 'any') {
  const answer = useQuery('agentRuns.list', { limit: newestRuns });
  const list = readyValue(answer);
  const runs = useMemo(
    () =>
      matchingRuns(list?.rows ?? [], words)
        .map(queuedAgentRun)
        .filter((run) => standing === 'any' || run.standing === standing),
    [list, words, standing],
  );
  return {
    runs,
    reading: list === null,
    goOn: (list?.next ?? null) !== null,
    problem: answer.state === 'failed' ? answer.problem : null,
  };
}
