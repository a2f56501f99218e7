import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Result } from '../../problem/index.ts';
import { chooseSandbox, outputText, type SandboxProvider, unsandboxed } from '../../sandbox/index.ts';
import type { Tools } from './tools.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const outputLimit = 8 * 1024 * 1024;

/**
 * The compilers on the PATH of this environment, in a sandbox where one works. Without one only those are started that
 * run nothing of the project. The sandbox is looked for at the first use.
 */
export function systemTools(
  environment: Environment,
  signal: AbortSignal | null,
  choose: typeof chooseSandbox = chooseSandbox,
): Tools {
  let sandbox: Promise<Result<SandboxProvider>> | null = null;
  return {
    async run(run) {
      const program = findProgram(run.program, environment.PATH ?? '', run.root);
      if (program === null) return { kind: 'missing' };
      sandbox ??= choose('auto', environment);
      const found = await sandbox;
      if (!found.ok && run.runsProjectCode) {
        const reason = `${run.program} may run code of the project, and no sandbox works here`;
        return { kind: 'failed', reason };
      }
      const provider = found.ok ? found.value : unsandboxed(environment);
      const result = await provider.run({
        command: [program, ...run.arguments],
        workTree: run.project,
        writable: false,
        seenAs: run.project,
        folder: run.folder,
        scratch: run.scratch,
        environment: run.environment,
        memoryMiB: run.memoryMiB,
        readable: run.readable,
        input: '',
        timeoutMs: run.timeoutMs,
        outputLimit,
        signal,
      });
      if (!result.ok) return { kind: 'failed', reason: result.problem.message };
      const { ending, output } = result.value;
      if (output.dropped > 0) return { kind: 'failed', reason: `${run.program} printed more than can be read` };
      switch (ending.kind) {
        case 'exited':
          return { kind: 'ended', code: ending.code, output: outputText(output) };
        case 'killed':
          return { kind: 'failed', reason: `${run.program} was ended by ${ending.signal}` };
        case 'timed-out':
          return { kind: 'failed', reason: `${run.program} was given up after ${Math.round(run.timeoutMs / 1000)} s` };
        case 'cancelled':
          return { kind: 'failed', reason: `${run.program} was cancelled` };
      }
    },
  };
}

/**
 * A program of the machine: a folder of the PATH that is relative or in the project would let the project choose it.
 */
function findProgram(name: string, searchPath: string, root: string | null): string | null {
  for (const folder of searchPath.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const program = join(folder, name);
    try {
      accessSync(program, constants.X_OK);
      const isOfProject =
        root !== null && [folder, realpathSync(program)].some((path) => `${path}/`.startsWith(`${root}/`));
      if (!isOfProject) return program;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
