import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import {
  clampOffset,
  contentOffset,
  isScaled,
  revealedOffset,
  type ScrollScale,
  scrollPosition,
  scrollScale,
} from './scroll-scale.ts';

type ListVirtualizer = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** Lets the virtual list scroll through more pixels than a browser can lay out. */
export function useScaledScroll(content: number) {
  const offset = useRef(0);
  const contentHeight = useRef(content);
  const reportOffset = useRef<(offset: number, isScrolling: boolean) => void>(() => undefined);
  useEffect(() => {
    contentHeight.current = content;
  }, [content]);

  const scaleOf = useCallback(
    (element: HTMLElement): ScrollScale => scrollScale(contentHeight.current, element.clientHeight),
    [],
  );

  const observeElementOffset = useCallback(
    (virtualizer: ListVirtualizer, report: (offset: number, isScrolling: boolean) => void) => {
      const element = virtualizer.scrollElement;
      if (element === null) return;
      reportOffset.current = report;
      const onScroll = () => {
        const scale = scaleOf(element);
        // A scroll that our own wheel step caused keeps the exact offset.
        const own = Math.abs(scrollPosition(scale, offset.current) - element.scrollTop) < 1.5;
        if (!own || !isScaled(scale)) offset.current = contentOffset(scale, element.scrollTop);
        report(offset.current, true);
      };
      const onWheel = (event: WheelEvent) => {
        const scale = scaleOf(element);
        if (!isScaled(scale) || event.ctrlKey) return;
        event.preventDefault();
        offset.current = clampOffset(scale, offset.current + event.deltaY);
        element.scrollTop = scrollPosition(scale, offset.current);
        report(offset.current, true);
      };
      element.addEventListener('scroll', onScroll, { passive: true });
      element.addEventListener('wheel', onWheel, { passive: false });
      report(offset.current, false);
      return () => {
        element.removeEventListener('scroll', onScroll);
        element.removeEventListener('wheel', onWheel);
      };
    },
    [scaleOf],
  );

  /** Brings a row into sight. The library would stop at the end of the shortened track. */
  const reveal = useCallback(
    (virtualizer: ListVirtualizer, index: number, align: 'nearest' | 'center') => {
      const element = virtualizer.scrollElement;
      const row = virtualizer.measurementsCache[index];
      if (element === null || row === undefined) return;
      const scale = scaleOf(element);
      offset.current = revealedOffset(scale, row, offset.current, align);
      element.scrollTop = scrollPosition(scale, offset.current);
      reportOffset.current(offset.current, false);
    },
    [scaleOf],
  );

  return { observeElementOffset, reveal, offset };
}
