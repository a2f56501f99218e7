import { useSyncExternalStore } from 'react';

/** How many panes fit side by side: first the evidence folds under a tab, then the queue. */
export type Fold = 'three' | 'two' | 'one';

/** The fold for a window of `width` CSS pixels: three panes from 1160, two from 760. */
export function foldFor(width: number): Fold {
  if (width >= 1160) return 'three';
  return width >= 760 ? 'two' : 'one';
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** The fold of this window, followed while it is resized. */
export function useFold(): Fold {
  return useSyncExternalStore(subscribe, () => foldFor(window.innerWidth));
}
