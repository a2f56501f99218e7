import { useEffect, useRef, useState } from 'react';

/** Follows a value at once when it changes rarely, and only after a pause while it changes quickly. */
export function useCalmValue<T>(value: T, pause = 120): T {
  const [calm, setCalm] = useState(value);
  const lastChange = useRef(0);
  useEffect(() => {
    const now = performance.now();
    const quick = now - lastChange.current < pause;
    lastChange.current = now;
    if (!quick) {
      setCalm(value);
      return;
    }
    const timer = window.setTimeout(() => setCalm(value), pause);
    return () => window.clearTimeout(timer);
  }, [value, pause]);
  return calm;
}
