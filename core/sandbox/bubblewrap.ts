import { homedir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { cleanEnvironment, hiddenFolders, isBelow, toolchains } from './environment.ts';
import { launchWords } from './launch.ts';
import { policyDigest } from './policy-digest.ts';
import type { SandboxedEnding, SandboxedResult, SandboxedRun, SandboxProvider } from './port.ts';
import { probeProvider } from './probe.ts';
import { type ProcessResult, runProcess } from './process/run-process.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const probeTimeoutMs = 10_000;

/**
 * Bubblewrap, Linux. Own user, PID, network, IPC and UTS namespaces; the system read-only, homes and temporary folders
 * hidden, the work tree alone in its place. Killing it ends every process inside, because its init dies with it.
 */
export function bubblewrap(parent: Environment): SandboxProvider {
  return {
    name: 'bubblewrap',
    isolates: true,
    policyDigest: policyDigest(policy),
    run: (run) => runInside(run, parent),
  };
}

/** What the digest stands for. Changed whenever the arguments below change their meaning. */
const policy: JsonObject = {
  provider: 'bubblewrap',
  version: 1,
  network: 'none',
  system: 'read-only',
  hidden: ['homes', 'temporary folders', '/run', '/mnt', '/media'],
  shown: ['tools on PATH', 'the work tree'],
  capabilities: 'none',
  namespaces: ['cgroup', 'ipc', 'net', 'pid', 'user', 'uts'],
  environment: 'tool locations only',
};

/** Whether bubblewrap is installed and may make namespaces here; the problem says which of both it is not. */
export function probeBubblewrap(parent: Environment): Promise<Result<SandboxProvider>> {
  return probeProvider(bubblewrap(parent), probeTimeoutMs);
}

async function runInside(run: SandboxedRun, parent: Environment): Promise<Result<SandboxedResult>> {
  const result = await runProcess({
    command: ['bwrap', ...sandboxArguments(run, parent), '--', ...launchWords(run.command, run.memoryMiB ?? null)],
    folder: '/',
    environment: { PATH: parent.PATH ?? '/usr/bin:/bin' },
    input: run.input,
    timeoutMs: run.timeoutMs,
    outputLimit: run.outputLimit,
    graceMs: 0,
    signal: run.signal,
    onOutput: null,
  });
  const ending = endingOf(result);
  if (!ending.ok) return ending;
  return ok({ ending: ending.value, output: result.output, durationMs: result.durationMs });
}

function sandboxArguments(run: SandboxedRun, parent: Environment): readonly string[] {
  const home = homedir();
  const hidden = hiddenFolders(home);
  const { folders, masked } = toolchains(parent, home);
  const shown = run.readable.filter((path) => isBelow(path, hidden));
  const environment = Object.entries({ ...cleanEnvironment(parent, home), ...run.environment });
  const ownTree = run.seenAs === '/' ? [] : [run.writable ? '--bind' : '--ro-bind', run.workTree, run.seenAs];
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'sandbox'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...hidden.flatMap((folder) => ['--tmpfs', folder]),
    ...[...folders, ...shown].flatMap((path) => ['--ro-bind', path, path]),
    ...masked.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...ownTree,
    ...(run.scratch === undefined ? [] : ['--bind', run.scratch, run.scratch]),
    ...['--chdir', join(run.seenAs, run.folder ?? ''), '--clearenv'],
    ...environment.flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--json-status-fd', '3'],
  ];
}

/** Bubblewrap says on its status descriptor how the command ended; without that word it failed itself. */
function endingOf(result: ProcessResult): Result<SandboxedEnding> {
  const { ending } = result;
  switch (ending.kind) {
    case 'timed-out':
    case 'cancelled':
      return ok(ending);
    case 'not-started':
      return fail('sandbox-broken', `bubblewrap (bwrap) could not be started: ${ending.reason}`);
    case 'killed':
      return fail('sandbox-broken', `bubblewrap was ended by ${ending.signal}`);
    case 'exited': {
      const code = /"exit-code":\s*(\d+)/.exec(result.status)?.[1];
      if (code !== undefined) return ok(exitOf(Number(code)));
      const said = new TextDecoder().decode(result.output.bytes).trim().slice(-300).toWellFormed();
      return fail('sandbox-broken', `bubblewrap could not set up the sandbox: ${said}`);
    }
  }
}

/** Inside a namespace a signal shows as 128 + its number, as shells do. */
function exitOf(code: number): SandboxedEnding {
  return code > 128 && code <= 128 + 64 ? { kind: 'killed', signal: `signal ${code - 128}` } : { kind: 'exited', code };
}
