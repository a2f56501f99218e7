import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SandboxRuntimeConfig } from '@anthropic-ai/sandbox-runtime';
import type { JsonObject } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { joinWords } from './command-words.ts';
import { cleanEnvironment, hiddenFolders, toolchains } from './environment.ts';
import { launchWords } from './launch.ts';
import { policyDigest } from './policy-digest.ts';
import type { SandboxedEnding, SandboxedResult, SandboxedRun, SandboxProvider } from './port.ts';
import { probeProvider } from './probe.ts';
import { type ProcessResult, runProcess } from './process/run-process.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const probeTimeoutMs = 20_000;

const policy: JsonObject = {
  provider: 'sandbox-runtime',
  version: 1,
  network: 'none',
  system: 'read-only',
  hidden: ['homes', 'temporary folders'],
  shown: ['tools on PATH', 'the work tree'],
  environment: 'tool locations only',
};

/** Anthropic's sandbox-runtime: Seatbelt on macOS, bubblewrap with a seccomp filter on Linux. */
export function sandboxRuntime(parent: Environment): SandboxProvider {
  return {
    name: 'sandbox-runtime',
    isolates: true,
    policyDigest: policyDigest(policy),
    run: (run) => runInside(run, parent),
  };
}

/** Whether this machine has what sandbox-runtime needs; the problem lists what is missing. */
export async function probeSandboxRuntime(parent: Environment): Promise<Result<SandboxProvider>> {
  const { SandboxManager } = await import('@anthropic-ai/sandbox-runtime');
  if (!SandboxManager.isSupportedPlatform()) {
    return fail('sandbox-broken', 'sandbox-runtime does not support this system');
  }
  const { errors } = await SandboxManager.checkDependenciesAsync();
  if (errors.length > 0) return fail('sandbox-broken', `sandbox-runtime lacks: ${errors.join('; ')}`);
  return probeProvider(sandboxRuntime(parent), probeTimeoutMs);
}

/** The library keeps one state for the whole process, so runs take turns. */
let turn: Promise<unknown> = Promise.resolve();

function runInside(run: SandboxedRun, parent: Environment): Promise<Result<SandboxedResult>> {
  const mine = turn.then(() => runAlone(run, parent));
  turn = mine;
  return mine;
}

async function runAlone(run: SandboxedRun, parent: Environment): Promise<Result<SandboxedResult>> {
  const { SandboxManager } = await import('@anthropic-ai/sandbox-runtime');
  try {
    await SandboxManager.initialize(configOf(run, parent));
    const { argv, env } = await SandboxManager.wrapWithSandboxArgv(
      joinWords(launchWords(run.command, run.memoryMiB ?? null)),
      '/bin/sh',
      undefined,
      undefined,
      run.workTree,
    );
    const [program, ...words] = argv;
    if (program === undefined) return fail('sandbox-broken', 'sandbox-runtime gave no command');
    const result = await runProcess({
      command: [program, ...words],
      folder: join(run.workTree, run.folder ?? ''),
      environment: { ...proxySettings(env), ...cleanEnvironment(parent, homedir()), ...run.environment },
      input: run.input,
      timeoutMs: run.timeoutMs,
      outputLimit: run.outputLimit,
      graceMs: 0,
      signal: run.signal,
      onOutput: null,
    });
    return resultOf(result);
  } catch (error) {
    return fail('sandbox-broken', `sandbox-runtime failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    SandboxManager.cleanupAfterCommand();
    await SandboxManager.reset();
  }
}

function configOf(run: SandboxedRun, parent: Environment): SandboxRuntimeConfig {
  const home = homedir();
  const { folders, masked } = toolchains(parent, home);
  const scratch = run.scratch === undefined ? [] : [run.scratch];
  return {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: {
      denyRead: [...hiddenFolders(home), ...masked],
      allowRead: [...folders, ...run.readable, run.workTree, ...scratch],
      allowWrite: [...(run.writable ? [run.workTree] : []), ...scratch],
      denyWrite: [],
    },
  };
}

/** Of the environment that the library made, only what its own wrapper reads. */
function proxySettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && /^(SANDBOX_|SRT_|https?_proxy$|no_proxy$|all_proxy$)/i.test(name) ? [[name, value]] : [],
    ),
  );
}

function resultOf(result: ProcessResult): Result<SandboxedResult> {
  const { ending, output, durationMs } = result;
  if (ending.kind === 'not-started') return fail('sandbox-broken', `sandbox-runtime: ${ending.reason}`);
  const shown: SandboxedEnding = ending;
  return ok({ ending: shown, output, durationMs });
}
