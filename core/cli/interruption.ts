/** Ctrl-C as a signal that work can listen to, instead of the end of the process. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Gives the process its usual behaviour back. */
  release(): void;
}

/** Takes over SIGINT, SIGTERM and SIGHUP until released: the work stops, tidies up and keeps what is known. */
export function takeInterruptions(): Interruption {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const interrupt = () => controller.abort();
  for (const name of names) process.on(name, interrupt);
  return {
    signal: controller.signal,
    release() {
      for (const name of names) process.off(name, interrupt);
    },
  };
}
