import { useRef } from 'react';
import type { AgentRunRow } from '../../../core/api/index.ts';
import { Queue } from '../../components/queue.tsx';
import { SignMark } from '../../components/sign.tsx';
import { Empty, Skeleton } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useListCommands } from '../../components/use-list-commands.ts';
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx';
import { bringToFront } from '../../stores/layout.ts';
import { useRunQueue } from '../../stores/run-queue.ts';
import { count, counted } from '../../text/words.ts';
import { runWord } from './run-words.ts';

interface RunQueueProps {
  /** Null while they are being read. */
  readonly rows: readonly AgentRunRow[] | null;
  readonly total: number;
  /** The ledger has older runs than these. */
  readonly more: boolean;
  readonly selected: string | null;
  readonly onSelect: (runId: string) => void;
}

/** The runs, newest first. */
export function RunQueue({ rows, total, more, selected, onSelect }: RunQueueProps) {
  const list = useRef<VirtualListHandle>(null);
  const text = useRunQueue((store) => store.text);
  const shown = rows ?? [];
  const active = shown.findIndex((row) => row.runId === selected);
  const onActive = (index: number) => {
    const row = shown[index];
    if (row !== undefined) onSelect(row.runId);
  };
  const onOpen = () => {
    bringToFront('subject');
    document.getElementById('subject-start')?.focus();
  };
  useListCommands({ count: shown.length, active, onActive, onOpen });
  return (
    <Queue
      title="Runs"
      summary={rows === null ? '' : more ? `the newest ${count(total)}` : counted(total, 'run')}
      search={text}
      onSearch={(next) => useRunQueue.setState({ text: next })}
      searchLabel="Filter runs"
      active={[]}
      list={list}
      filters={null}
    >
      {rows === null ? (
        <Skeleton label="Reading the runs" />
      ) : shown.length > 0 ? (
        <VirtualList
          handle={list}
          label="Runs"
          count={shown.length}
          rowHeight={46}
          active={active}
          onActive={onActive}
          onOpen={onOpen}
          rowKey={(index) => shown[index]?.runId ?? `${index}`}
          renderRow={(index) => <RunRow row={shown[index]} />}
        />
      ) : total > 0 ? (
        <Empty icon="filter" title="No run fits the filter" />
      ) : (
        <Empty icon="runs" title="No run yet">
          Start an agent under the kernel with <code>mizan agent-run start PLAN</code>.
        </Empty>
      )}
    </Queue>
  );
}

function RunRow({ row }: { readonly row: AgentRunRow | undefined }) {
  if (row === undefined) return null;
  return (
    <div className="queue-row">
      <SignMark sign={row.sign} label={runWord(row)} />
      <span className="queue-row-title mono cut" title={row.runId}>
        {row.runId}
      </span>
      <span className="queue-row-facts">
        <span className="cut" title={row.ending ?? undefined}>
          {runWord(row)} · {counted(row.steps, 'step')} · {row.agentId}
        </span>
        <Time at={row.finishedAt ?? row.startedAt} />
      </span>
    </div>
  );
}
