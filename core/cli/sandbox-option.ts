import { Option } from 'commander';
import { ok, type Result } from '../problem/index.ts';
import { chooseSandbox, type SandboxChoice, type SandboxProvider, sandboxChoices } from '../sandbox/index.ts';
import type { CliContext } from './context.ts';

/** How what the agent made is run when it is checked. */
export function sandboxOption(): Option {
  return new Option('--sandbox <provider>', 'runs the checks; none needs a person afterwards')
    .choices([...sandboxChoices])
    .default('auto');
}

/**
 * The sandbox that was asked for. Without a working one `auto` says so and goes on without: what would run the agent's
 * code is then inconclusive and waits for a person (C2). Error: `sandbox-missing` for a provider that was named.
 */
export async function sandboxFor(choice: SandboxChoice, context: CliContext): Promise<Result<SandboxProvider | null>> {
  const found = await chooseSandbox(choice, context.environment);
  if (found.ok || choice !== 'auto') return found;
  context.error(`mizan: ${found.problem.message}. Checks that would run the agent's code stay inconclusive.\n`);
  return ok(null);
}
