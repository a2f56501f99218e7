import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type CapturedOutput, captureOutput } from './captured-output.ts';
import { followProcessTree, type ProcessTree, runMarker } from './process-tree.ts';

export interface ProcessRun {
  /** The program and its arguments; never a shell. */
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Given on standard input, which is then closed. */
  readonly input: string;
  /** Null: no limit. */
  readonly timeoutMs: number | null;
  /** Bytes of output that are kept: half from the start, half from the end. */
  readonly outputLimit: number;
  /** How long a cancelled program may tidy up after SIGTERM before it is killed. */
  readonly graceMs: number;
  readonly signal: AbortSignal | null;
  /** Sees the output while it comes. */
  readonly onOutput: ((chunk: Uint8Array) => void) | null;
}

export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'cancelled' }
  /** The program could not be started at all. */
  | { readonly kind: 'not-started'; readonly reason: string };

export interface ProcessResult {
  readonly ending: Ending;
  /** Standard output and standard error as they came. */
  readonly output: CapturedOutput;
  /** What the program wrote to descriptor 3: sandboxes tell there how they fared. */
  readonly status: string;
  readonly durationMs: number;
}

const sampleEveryMs = 150;
/** How long output may still come after the tree is gone; pipes that outlive it are closed. */
const drainMs = 1000;
const statusLimit = 64 * 1024;

/** Runs a program and everything it starts. When this returns the whole process tree is gone, however it ended. */
export async function runProcess(run: ProcessRun): Promise<ProcessResult> {
  const startedAt = performance.now();
  const capture = captureOutput(run.outputLimit);
  const statusCapture = captureOutput(statusLimit);
  const finish = (ending: Ending): ProcessResult => ({
    ending,
    output: capture.finish(),
    status: new TextDecoder().decode(statusCapture.finish().bytes),
    durationMs: Math.round(performance.now() - startedAt),
  });
  if (run.signal?.aborted === true) return finish({ kind: 'cancelled' });

  const marker = randomBytes(16).toString('hex');
  const child = start(run, marker);
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) {
    stream?.on('data', (chunk: Uint8Array) => {
      capture.add(chunk);
      run.onOutput?.(chunk);
    });
  }
  child.stdio[3]?.on('data', (chunk: Uint8Array) => statusCapture.add(chunk));
  for (const stream of child.stdio) {
    // A program may close its end or die before it has read everything; how it ended says all that matters.
    stream?.on('error', () => undefined);
  }
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  child.stdin?.end(run.input);

  const ending = await waitForEnd(child, run, (pid) => followProcessTree(pid, marker));
  await Promise.race([closed, after(drainMs)]);
  for (const stream of child.stdio) stream?.destroy();
  return finish(ending);
}

function start({ command: [program, ...words], folder, environment }: ProcessRun, marker: string): ChildProcess {
  return spawn(program, words, {
    cwd: folder,
    env: { ...environment, [runMarker]: marker },
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

async function waitForEnd(child: ChildProcess, run: ProcessRun, follow: (pid: number) => ProcessTree): Promise<Ending> {
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error) => resolve({ kind: 'not-started', reason: error.message }));
    child.once('exit', (code, signal) => {
      resolve(code === null ? { kind: 'killed', signal: signal ?? 'unknown' } : { kind: 'exited', code });
    });
  });
  if (child.pid === undefined) return ended;
  const tree = follow(child.pid);
  const sampling = setInterval(() => tree.sample(), sampleEveryMs);
  const stop = stopReasons(run);
  const first = await Promise.race([ended, stop.promise]);
  stop.release();
  if (first.kind === 'cancelled' && run.graceMs > 0) {
    tree.askToStop();
    await Promise.race([ended, after(run.graceMs)]);
  }
  clearInterval(sampling);
  await tree.end();
  return first;
}

/** Settles when the time is up or the run is cancelled. */
function stopReasons(run: ProcessRun): { promise: Promise<Ending>; release(): void } {
  const { signal, timeoutMs } = run;
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const cancel = () => resolve({ kind: 'cancelled' });
  const timer = timeoutMs === null ? null : setTimeout(() => resolve({ kind: 'timed-out' }), timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  return {
    promise,
    release() {
      if (timer !== null) clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    },
  };
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
