import { fail, ok, type Result } from '../problem/index.ts';
import type { SandboxProvider } from './port.ts';

/** Whether a provider can run a command here: a command that does nothing is run in it. Error: `sandbox-broken`. */
export async function probeProvider(provider: SandboxProvider, timeoutMs: number): Promise<Result<SandboxProvider>> {
  const probe = await provider.run({
    command: ['true'],
    workTree: '/',
    writable: false,
    seenAs: '/',
    readable: [],
    input: '',
    timeoutMs,
    outputLimit: 4096,
    signal: null,
  });
  if (!probe.ok) return probe;
  const { ending } = probe.value;
  if (ending.kind === 'exited' && ending.code === 0) return ok(provider);
  return fail('sandbox-broken', `${provider.name} starts but cannot run a command`);
}
