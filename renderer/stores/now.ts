import { useSyncExternalStore } from 'react';

const tick = 10_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: number | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    window.clearInterval(timer);
    timer = null;
  };
}

function current(): number {
  if (listeners.size === 0) now = Date.now();
  return now;
}

/** The present in milliseconds, in steps of ten seconds: one clock for every relative time on screen. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current);
}
