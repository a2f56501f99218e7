import { fail, ok, type Result } from '../../problem/index.ts';
import type { SandboxProvider } from '../../sandbox/index.ts';
import type { TaskContract } from '../contract.ts';
import { inspect } from '../inspection/inspect.ts';
import { type NamedPolicy, type PolicyReport, policyReport } from '../inspection/protocol.ts';
import type { EarlierFiles } from '../workspace/workspace.ts';

/**
 * Whether the contract's policy can be used, before anything is done under it. A project's own policy is read as it was
 * before the agent's change: an agent does not write the rules that it is checked by.
 * Errors: `policy-unknown`, `policy-invalid`, `policy-unreadable`, `glob-invalid`, those of `inspect`.
 */
export async function checkPolicy(
  { verification_policy: name }: TaskContract,
  workTree: string,
  earlier: EarlierFiles | null,
  reader: SandboxProvider,
  signal: AbortSignal | null,
): Promise<Result<null>> {
  if (name === null) return ok(null);
  const policy = await namedPolicy(name, earlier);
  const inspected = await inspect(reader, { check: 'policy', workTree, policy }, policyReport, signal);
  if (!inspected.ok) return inspected;
  const { report } = inspected.value;
  return report.kind === 'refused' ? asProblem(report) : ok(null);
}

/** The policy with the project's own text of that name, if it had one before the change. */
export async function namedPolicy(name: string, earlier: EarlierFiles | null): Promise<NamedPolicy> {
  for (const ending of ['yml', 'yaml']) {
    const bytes = await earlier?.read(`.mizan/policies/${name}.${ending}`);
    if (bytes !== null && bytes !== undefined) return { name, ownText: new TextDecoder().decode(bytes) };
  }
  return { name, ownText: null };
}

/** What the inspector refused, as the problem it stands for. */
export function asProblem({ code, message, place }: Extract<PolicyReport, { kind: 'refused' }>): Result<never> {
  return fail(code, message, place ?? undefined);
}
