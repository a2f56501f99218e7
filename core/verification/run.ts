import { ok, type Result } from '../problem/index.ts';
import { findPolicy } from './policy/load.ts';
import type { VerificationPolicy } from './policy/policy.ts';
import { defaultPolicyName } from './policy/standard.ts';
import { findChange } from './project/find-change.ts';
import type { ProjectChange } from './project/tree.ts';

export interface VerificationTask {
  readonly policy: VerificationPolicy;
  readonly change: ProjectChange;
}

/**
 * `verify-agent-work` and `verify-git-changes` of seed 004 up to the point where the verifying starts. Without a policy
 * name it is `quick-verify`. Errors: those of `findPolicy` and `findChange`.
 */
export async function prepareVerification(request: {
  readonly folder: string;
  readonly policyName: string | null;
  readonly paths: readonly string[];
  readonly ref: string | null;
  readonly to: string | null;
}): Promise<Result<VerificationTask>> {
  const policy = await findPolicy(request.policyName ?? defaultPolicyName, request.folder);
  if (!policy.ok) return policy;
  const change = await findChange(request);
  return change.ok ? ok({ policy: policy.value, change: change.value }) : change;
}
