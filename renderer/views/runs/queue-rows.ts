/** The runs of agents and of machines as one list. Pure. */
import type { AgentRunRow, RunRow, RunStatus, Sign } from '../../../core/api/index.ts';
import type { RunStanding } from '../../stores/run-queue.ts';
import { counted } from '../../text/words.ts';
import { machineWord, waitingSentence } from './machine/machine-words.ts';
import { runWord } from './run-words.ts';

export interface QueuedRun {
  readonly kind: 'agent' | 'machine';
  readonly id: string;
  /** What runs: the machine, or the agent. */
  readonly name: string;
  readonly sign: Sign;
  readonly word: string;
  readonly standing: RunStanding;
  /** What stands under the name. */
  readonly facts: string;
  readonly tooltip: string | null;
  readonly startedAt: string;
  /** The time that is shown: of the last change. */
  readonly at: string;
}

export type QueueItem =
  | { readonly kind: 'heading'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'run'; readonly key: string; readonly run: QueuedRun };

/** A run of an agent under the kernel, as a row of the queue. */
export function queuedAgentRun(row: AgentRunRow): QueuedRun {
  const word = runWord(row);
  return {
    kind: 'agent',
    id: row.runId,
    sign: row.sign,
    word,
    standing: row.ending === null ? 'running' : row.sign === 'failed' ? 'failed' : 'ended',
    name: row.agentId,
    facts: `${word} · ${counted(row.steps, 'step')}`,
    tooltip: row.ending,
    startedAt: row.startedAt,
    at: row.finishedAt ?? row.startedAt,
  };
}

/** A run of a machine, as a row of the queue. */
export function queuedMachineRun(row: RunRow): QueuedRun {
  const word = machineWord(row);
  return {
    kind: 'machine',
    id: row.executionId,
    sign: row.sign,
    word,
    standing: standings[row.status],
    name: row.machine,
    facts: `${word} · ${counted(row.step, 'step')}`,
    tooltip:
      row.error === null
        ? row.waitingFor === null
          ? null
          : waitingSentence(row.waitingFor)
        : `${row.error.type}: ${row.error.message}`,
    startedAt: row.startedAt,
    at: row.changedAt,
  };
}

const standings: Readonly<Record<RunStatus, RunStanding>> = {
  running: 'running',
  parked: 'waiting',
  done: 'ended',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** What the host is to look for so that only machines that stand so come. */
export const statusOfStanding: Readonly<Record<RunStanding, RunStatus>> = {
  running: 'running',
  waiting: 'parked',
  ended: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

/**
 * Both lists as one, newest first. While the machines' list goes on beyond what is here, runs of agents that are older
 * than its end wait for it, so that nothing appears above what was shown.
 */
export function mergedRuns(
  agents: readonly QueuedRun[],
  machines: readonly QueuedRun[],
  machinesGoOn: boolean,
): readonly QueuedRun[] {
  const end = machinesGoOn ? (machines.at(-1)?.startedAt ?? '') : '';
  return [...machines, ...agents.filter(({ startedAt }) => startedAt >= end)].sort(
    (one, other) => compareText(other.startedAt, one.startedAt) || compareText(one.id, other.id),
  );
}

const order: readonly RunStanding[] = ['waiting', 'running', 'failed', 'cancelled', 'ended'];
const standingTitles: Readonly<Record<RunStanding, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  failed: 'Stopped or failed',
  cancelled: 'Cancelled',
  ended: 'Ended',
};

/** The list with a heading before each group. */
export function groupedRuns(runs: readonly QueuedRun[], group: 'standing' | 'kind' | 'none'): readonly QueueItem[] {
  if (group === 'none') return runs.map(runItem);
  const groups =
    group === 'standing'
      ? order.map((standing) => ({
          title: standingTitles[standing],
          runs: runs.filter((run) => run.standing === standing),
        }))
      : [
          { title: 'Machines', runs: runs.filter(({ kind }) => kind === 'machine') },
          { title: 'Agents under the kernel', runs: runs.filter(({ kind }) => kind === 'agent') },
        ];
  return groups.flatMap(({ title, runs: members }): readonly QueueItem[] =>
    members.length === 0
      ? []
      : [{ kind: 'heading', key: `heading ${title}`, title, count: members.length }, ...members.map(runItem)],
  );
}

function runItem(run: QueuedRun): QueueItem {
  return { kind: 'run', key: `${run.kind} ${run.id}`, run };
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
