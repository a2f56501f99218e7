import { type RefObject, useEffect } from 'react';
import type { BriefingSection } from '../../../core/api/index.ts';
import { markSeen } from '../../stores/seen.ts';

/** A section counts as seen when it was mostly on screen for this long, in milliseconds. */
const dwell = 400;
const thresholds = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** Whether enough of a section is on screen to read it: most of it, or most of the pane is filled by it. */
export function isOnScreen(visible: number, section: number, pane: number): boolean {
  return visible > 0 && (visible >= section * 0.6 || visible >= pane * 0.6);
}

/**
 * Records which sections of a briefing were on screen. Sections carry `data-section`; one that still hides something,
 * told by `data-folded="true"` inside it, does not count.
 */
export function useSeenSections(briefing: string, pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = pane.current;
    if (root === null) return;
    const timers = new Map<Element, number>();
    const stop = (element: Element) => {
      window.clearTimeout(timers.get(element));
      timers.delete(element);
    };
    const note = (element: HTMLElement) => {
      timers.delete(element);
      const hidesSomething = element.querySelector('[data-folded="true"]') !== null;
      if (document.visibilityState !== 'visible' || hidesSomething) return;
      markSeen(briefing, element.dataset.section as BriefingSection);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRect, boundingClientRect, rootBounds } of entries) {
          if (!(target instanceof HTMLElement)) continue;
          const on = isOnScreen(intersectionRect.height, boundingClientRect.height, rootBounds?.height ?? 0);
          stop(target);
          if (on)
            timers.set(
              target,
              window.setTimeout(() => note(target), dwell),
            );
        }
      },
      { root, threshold: thresholds },
    );
    const watchAll = () => {
      observer.disconnect();
      for (const section of root.querySelectorAll('[data-section]')) observer.observe(section);
    };
    watchAll();
    // Opening a folded value changes the section without moving it.
    const folds = new MutationObserver(watchAll);
    folds.observe(root, { subtree: true, attributes: true, attributeFilter: ['data-folded'] });
    return () => {
      observer.disconnect();
      folds.disconnect();
      for (const timer of timers.values()) window.clearTimeout(timer);
    };
  }, [briefing, pane]);
}
