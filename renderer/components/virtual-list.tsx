import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { scrollScale } from './scroll-scale.ts';
import { useScaledScroll } from './use-scaled-scroll.ts';
import './virtual-list.css';

export interface VirtualListHandle {
  focus(): void;
}

interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  /** Pixels of every row. */
  readonly rowHeight: number;
  /** Heading rows take less room and cannot be chosen. */
  readonly isHeading?: (index: number) => boolean;
  /** The row the cursor is on, or -1. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  /** Enter, or a second press on the active row. */
  readonly onOpen?: (index: number) => void;
  readonly renderRow: (index: number) => ReactNode;
  /** Stable and unique. */
  readonly rowKey: (index: number) => string;
  /** The range on screen changed. */
  readonly onRange?: (first: number, last: number) => void;
  readonly handle?: Ref<VirtualListHandle>;
}

const headingHeight = 28;

/** A list of any length as a listbox: only the rows on screen exist, the cursor is the active descendant. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, isHeading, active, onActive, onOpen, renderRow, rowKey, onRange, handle } = props;
  const box = useRef<HTMLDivElement>(null);
  const { observeElementOffset, reveal, offset } = useScaledScroll(count * rowHeight);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => box.current,
    estimateSize: (index) => (isHeading?.(index) === true ? headingHeight : rowHeight),
    overscan: 6,
    observeElementOffset,
  });
  useImperativeHandle(handle, () => ({ focus: () => box.current?.focus() }), []);
  const arrived = useRef(false);
  useEffect(() => {
    if (active < 0 || active >= count) return;
    reveal(virtualizer, active, arrived.current ? 'nearest' : 'center');
    arrived.current = true;
  }, [active, count, virtualizer, reveal]);

  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items[items.length - 1]?.index ?? 0;
  useEffect(() => onRange?.(first, last), [first, last, onRange]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      onOpen?.(active);
      return;
    }
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    const next = steppedIndex(event.key, active, count, page, isHeading);
    if (next === null) return;
    event.preventDefault();
    // Also when the cursor stays: the list may have been scrolled away from it.
    reveal(virtualizer, next, 'nearest');
    onActive(next);
  };

  const { track } = scrollScale(virtualizer.getTotalSize(), box.current?.clientHeight ?? 0);
  const shift = (box.current?.scrollTop ?? 0) - offset.current;
  return (
    <div
      ref={box}
      className="virtual-list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={active >= 0 && active >= first && active <= last ? optionId(label, active) : undefined}
      onKeyDown={onKeyDown}
    >
      <div className="virtual-track" style={{ height: track }} role="presentation">
        {items.map((item) => {
          const heading = isHeading?.(item.index) === true;
          const place = {
            height: item.size,
            transform: `translateY(${item.start + (track < virtualizer.getTotalSize() ? shift : 0)}px)`,
          };
          if (heading) {
            return (
              <div key={rowKey(item.index)} className="virtual-heading" role="presentation" style={place}>
                {renderRow(item.index)}
              </div>
            );
          }
          const chosen = item.index === active;
          return (
            // The listbox holds the focus and the keys; a press on an option only moves its cursor.
            <div
              key={rowKey(item.index)}
              id={optionId(label, item.index)}
              className="virtual-row"
              role="option"
              tabIndex={-1}
              aria-selected={chosen}
              aria-posinset={item.index + 1}
              aria-setsize={count}
              style={place}
              onPointerUp={() => (chosen ? onOpen?.(item.index) : onActive(item.index))}
            >
              {renderRow(item.index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function optionId(label: string, index: number): string {
  return `${label.replace(/\W+/g, '-')}-${index}`;
}

/** The row that a key leads to, past headings; null when the key does not move. */
export function steppedIndex(
  key: string,
  active: number,
  count: number,
  page: number,
  isHeading: (index: number) => boolean = () => false,
): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const target = moves[key];
  if (target === undefined || count === 0) return null;
  const step = key === 'Home' || (target > active && key !== 'End') ? 1 : -1;
  let index = Math.min(Math.max(0, target), count - 1);
  while (index >= 0 && index < count && isHeading(index)) index += step;
  if (index >= 0 && index < count) return index;
  return active >= 0 ? active : null;
}
