import { type ProcessResult, runProcess } from '../../sandbox/index.ts';

/** What is kept of an agent's output: half from its start, half from its end, where the report is. */
const transcriptLimit = 4 * 1024 * 1024;
/** How long an agent may tidy up when it is cancelled. */
const graceMs = 2000;

/** Runs an agent's command with its prompt on standard input. Its whole process tree is gone afterwards. */
export async function runAgent(run: {
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  readonly prompt: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly timeLimitSeconds: number | null;
  readonly signal: AbortSignal | null;
  readonly onOutput: ((chunk: Uint8Array) => void) | null;
}): Promise<ProcessResult> {
  const inherited = Object.entries(run.environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return runProcess({
    command: run.command,
    folder: run.folder,
    environment: { ...Object.fromEntries(inherited), ...run.variables },
    input: run.prompt,
    timeoutMs: run.timeLimitSeconds === null ? null : run.timeLimitSeconds * 1000,
    outputLimit: transcriptLimit,
    graceMs,
    signal: run.signal,
    onOutput: run.onOutput,
  });
}
