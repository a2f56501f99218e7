import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, Order } from './messages.ts';

// The desktop app's bundles lie beside each other.
const isBundled = import.meta.filename.endsWith('.js');
const script = fileURLToPath(new URL(isBundled ? './verifier.js' : './verifier.ts', import.meta.url));

/**
 * A larger nursery saves a compiler most of its garbage collections; the heap is bounded so that the machine is safe.
 */
const nodeOptions = [
  '--max-old-space-size=1536',
  '--max-semi-space-size=16',
  '--expose-gc',
  '--disable-warning=ExperimentalWarning',
];

export interface VerifierProcess {
  send(order: Order): void;
  /** Ends it at once, in whatever it is. */
  kill(): void;
  /** Lets one that has nothing to do end by itself, so that Node can keep what it compiled for the next one. */
  release(): void;
}

/** Starts a verifier. `ended` is called once when it is gone, by itself or killed. */
export function startVerifier(hear: (answer: Answer) => void, ended: (reason: string) => void): VerifierProcess {
  const child: ChildProcess = fork(script, [], {
    execArgv: nodeOptions,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-2000);
  });
  let isOver = false;
  const end = (reason: string) => {
    if (isOver) return;
    isOver = true;
    ended(reason);
  };
  child.on('message', (answer: Answer) => hear(answer));
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(lastWords(complaint) ?? signal ?? `code ${code}`));
  return {
    // A verifier that is gone is told of by `ended`.
    send: (order) => void child.send(order, () => undefined),
    kill: () => void child.kill('SIGKILL'),
    release: () => {
      if (child.connected) child.disconnect();
      child.stderr?.destroy();
      child.unref();
    },
  };
}

/** The line of a crash that says what happened. */
function lastWords(complaint: string): string | null {
  return /^(?:FATAL ERROR: .*|\w*Error: .*|.*overflowed its stack.*)$/m.exec(complaint)?.[0]?.slice(0, 200) ?? null;
}
