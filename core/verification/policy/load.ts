import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { fail, ok, type Result } from '../../problem/index.ts';
import { parsePolicy, type VerificationPolicy } from './policy.ts';
import { standardPolicies } from './standard.ts';

/** Where a project keeps its policies: one YAML file each, named like the policy. */
export const policyFolder = '.mizan/policies';

/** A policy from a YAML text. Errors: `policy-unreadable` with line and column, `policy-invalid`, `glob-invalid`. */
export function readPolicy(text: string, place: string): Result<VerificationPolicy> {
  let raw: unknown;
  try {
    raw = parseYaml(text, { uniqueKeys: true });
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const at = error.linePos?.[0];
    const where = at === undefined ? place : `${place}:${at.line}:${at.col}`;
    return fail('policy-unreadable', `Not YAML: ${error.message.split('\n', 1)[0] ?? error.code}`, where);
  }
  return parsePolicy(raw, place);
}

/** A policy from a file. Errors: `policy-missing` and those of `readPolicy`. */
export async function loadPolicyFile(path: string): Promise<Result<VerificationPolicy>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail('policy-missing', `The policy cannot be read: ${reason}`, path);
  }
  return readPolicy(text, path);
}

/**
 * Finds a policy by name: the project's own (`.mizan/policies/NAME.yml`) before the standard ones; a name that ends in
 * `.yml` or `.yaml` is a file. Errors: `policy-unknown` naming those that exist, and those of `loadPolicyFile`.
 */
export async function findPolicy(name: string, projectRoot: string): Promise<Result<VerificationPolicy>> {
  if (/\.ya?ml$/.test(name)) return loadPolicyFile(resolve(projectRoot, name));
  if (/^[a-z0-9_-]+$/.test(name)) {
    for (const ending of ['yml', 'yaml']) {
      const own = await loadPolicyFile(join(projectRoot, policyFolder, `${name}.${ending}`));
      if (own.ok || own.problem.code !== 'policy-missing') return own;
    }
  }
  return standardPolicy(name);
}

/**
 * The policy of this name where the text of the project's own is known, null when it has none.
 * Errors: `policy-unknown`, and those of `readPolicy`.
 */
export function policyNamed(name: string, ownText: string | null): Result<VerificationPolicy> {
  return ownText === null ? standardPolicy(name) : readPolicy(ownText, `${policyFolder}/${name}`);
}

function standardPolicy(name: string): Result<VerificationPolicy> {
  const standard = standardPolicies.find((policy) => policy.name === name);
  if (standard !== undefined) return ok(standard);
  const known = standardPolicies.map((policy) => policy.name).join(', ');
  return fail(
    'policy-unknown',
    `There is no policy ${JSON.stringify(name)}; choose one of ${known}, or write ${policyFolder}/NAME.yml`,
  );
}
