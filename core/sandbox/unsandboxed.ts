import { join } from 'node:path';
import type { JsonObject } from '../canonical/index.ts';
import { fail, ok } from '../problem/index.ts';
import { cleanEnvironment } from './environment.ts';
import { launchWords } from './launch.ts';
import { policyDigest } from './policy-digest.ts';
import type { SandboxProvider } from './port.ts';
import { runProcess } from './process/run-process.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const policy: JsonObject = { provider: 'none', version: 1, network: 'open', system: 'open', environment: 'tools only' };

/**
 * No sandbox, chosen by a person who accepts that the agent's code runs with their own rights. The environment is still
 * clean, the time limited and the process tree ended. Results are marked unsandboxed and wait for a person (C2).
 */
export function unsandboxed(parent: Environment): SandboxProvider {
  return {
    name: 'none',
    isolates: false,
    policyDigest: policyDigest(policy),
    async run(run) {
      const result = await runProcess({
        command: process.platform === 'win32' ? run.command : launchWords(run.command, run.memoryMiB ?? null),
        folder: join(run.workTree, run.folder ?? ''),
        environment: { ...cleanEnvironment(parent, run.workTree), ...run.environment },
        input: run.input,
        timeoutMs: run.timeoutMs,
        outputLimit: run.outputLimit,
        graceMs: 0,
        signal: run.signal,
        onOutput: null,
      });
      const { ending, output, durationMs } = result;
      if (ending.kind === 'not-started') return fail('sandbox-broken', ending.reason);
      return ok({ ending, output, durationMs });
    },
  };
}
