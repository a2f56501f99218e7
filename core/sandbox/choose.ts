import { fail, ok, type Problem, type Result } from '../problem/index.ts';
import { probeBubblewrap } from './bubblewrap.ts';
import type { SandboxProvider } from './port.ts';
import { probeSandboxRuntime } from './sandbox-runtime.ts';
import { unsandboxed } from './unsandboxed.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a person may ask for: the best that works, one of them, or none at all. */
export const sandboxChoices = ['auto', 'bubblewrap', 'sandbox-runtime', 'none'] as const;
export type SandboxChoice = (typeof sandboxChoices)[number];

/**
 * Finds a sandbox that really works here, by running a command in it. `auto` never falls back to none: running an
 * agent's code unprotected is a person's decision. Error: `sandbox-missing`, saying what each one lacks.
 */
export async function chooseSandbox(choice: SandboxChoice, parent: Environment): Promise<Result<SandboxProvider>> {
  if (choice === 'none') return ok(unsandboxed(parent));
  const problems: Problem[] = [];
  if (choice === 'auto' || choice === 'bubblewrap') {
    const found = await probeBubblewrap(parent);
    if (found.ok) return found;
    problems.push(found.problem);
  }
  if (choice === 'auto' || choice === 'sandbox-runtime') {
    const found = await probeSandboxRuntime(parent);
    if (found.ok) return found;
    problems.push(found.problem);
  }
  const reasons = problems.map(({ message }) => message).join('. ');
  return fail(
    'sandbox-missing',
    `No sandbox works here: ${reasons}. Install bubblewrap, or accept the risk with --sandbox none`,
  );
}
