/** Ctrl-C as a signal that work can listen to, instead of the end of the process. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Gives the process its usual behaviour back. */
  release(): void;
}

/**
 * Takes over SIGINT, SIGTERM and SIGHUP until released: the work stops, tidies up and keeps what is known. The second
 * one ends the process at once, as if nobody had taken them over.
 */
export function takeInterruptions(): Interruption {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const interrupt = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) {
      release();
      process.kill(process.pid, name);
    }
    controller.abort();
  };
  const release = () => {
    for (const name of names) process.off(name, interrupt);
  };
  for (const name of names) process.on(name, interrupt);
  return { signal: controller.signal, release };
}
