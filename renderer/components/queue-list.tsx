import { type ReactNode, type Ref, useCallback } from 'react';
import type { Problem } from '../../core/api/index.ts';
import { bringToFront } from '../stores/layout.ts';
import { count as countText } from '../text/words.ts';
import type { Heading } from './grouped-rows.ts';
import { Failed, Skeleton } from './states.tsx';
import { useListCommands } from './use-list-commands.ts';
import { VirtualList, type VirtualListHandle } from './virtual-list.tsx';

/** More rows are asked for when this many or fewer are left below the screen. */
const rowsAhead = 40;

export interface QueueListProps {
  readonly label: string;
  /** What is being read, as the skeleton says it; null when it was read. */
  readonly reading: string | null;
  readonly problem: Problem | null;
  readonly count: number;
  /** Pixels of every row. */
  readonly rowHeight: number;
  /** The row the cursor is on, or -1. */
  readonly active: number;
  readonly isHeading?: (index: number) => boolean;
  readonly onActive: (index: number) => void;
  /** Stable and unique. */
  readonly rowKey: (index: number) => string;
  readonly renderRow: (index: number) => ReactNode;
  /** The range on screen changed. */
  readonly onRange?: (first: number, last: number) => void;
  /** The end of the rows comes near. */
  readonly onEnd?: () => void;
  /** What stands there when no row does. */
  readonly empty: ReactNode;
}

/** The rows of a queue: why there are none, or the list with its keys. Opening a row leads to the pane beside it. */
export function QueueList(props: QueueListProps & { readonly handle: Ref<VirtualListHandle> }) {
  const { reading, problem, empty, onEnd, onRange, ...list } = props;
  const { count, active, isHeading, onActive } = list;
  useListCommands({ count, active, onActive, onOpen: openSubject, isHeading });
  const onLook = useCallback(
    (first: number, last: number) => {
      onRange?.(first, last);
      if (last >= count - rowsAhead) onEnd?.();
    },
    [count, onRange, onEnd],
  );
  if (problem !== null) return <Failed problem={problem} />;
  if (count > 0) return <VirtualList {...list} onOpen={openSubject} onRange={onLook} />;
  return reading === null ? empty : <Skeleton label={reading} />;
}

/** The heading above the rows of a group. */
export function QueueHeading({ heading }: { readonly heading: Heading }) {
  return (
    <span>
      {heading.title} <span className="faint">{countText(heading.count)}</span>
    </span>
  );
}

function openSubject(): void {
  bringToFront('subject');
  document.getElementById('subject-start')?.focus();
}
