import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { fail, ok, type Result } from '../../problem/index.ts';
import { parsePolicy, type VerificationPolicy } from './policy.ts';
import { standardPolicies } from './standard.ts';

/** Where a project keeps its policies: one YAML file each, named like the policy. */
export const policyFolder = '.mizan/policies';
const endings = /\.ya?ml$/;

/** A policy from a YAML text. Errors: `policy-unreadable` with line and column, `policy-invalid`, `glob-invalid`. */
export function readPolicy(text: string, place: string): Result<VerificationPolicy> {
  let raw: unknown;
  try {
    raw = parseYaml(text, { uniqueKeys: true });
  } catch (error) {
    const said = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    const at = error instanceof YAMLParseError ? error.linePos?.[0] : undefined;
    const where = at === undefined ? place : `${place}:${at.line}:${at.col}`;
    // Aliases that multiply without end are refused by the reader with an error of another kind.
    return fail(
      'policy-unreadable',
      `Not YAML: ${said.replace(/ at line \d+, column \d+:?$|; please use .*$/, '')}`,
      where,
    );
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
 * Finds a policy by name: the project's own (`.mizan/policies/NAME.yml` in the folder or in one above it, up to the
 * top of its repository) before the standard ones; a name that ends in `.yml` or `.yaml` is a file. Errors:
 * `policy-unknown` naming those that exist, `policy-invalid` when a file holds a policy of another name, and those of
 * `loadPolicyFile`.
 */
export async function findPolicy(name: string, folder: string): Promise<Result<VerificationPolicy>> {
  if (endings.test(name)) return loadPolicyFile(resolve(folder, name));
  const own = await ownPolicyFiles(folder);
  const path = own.get(name);
  if (path === undefined) return standardPolicy(name, [...own.keys()]);
  const loaded = await loadPolicyFile(path);
  return loaded.ok ? calledSo(name, loaded.value, path) : loaded;
}

/** The policies of the project by the names of their files, the nearest of each name; the files may be wrong. */
export async function ownPolicyFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const above of foldersOfRepository(folder)) {
    const place = join(above, policyFolder);
    const files = await readdir(place).catch(() => []);
    for (const file of files.filter((one) => endings.test(one)).sort()) {
      const name = file.replace(endings, '');
      // Sorted, .yaml comes before .yml, which is the one that is read where there are both.
      const isSecond = found.get(name) === join(place, `${name}.yaml`);
      if (!found.has(name) || isSecond) found.set(name, join(place, file));
    }
  }
  return found;
}

/** The folder and those above it up to the one with `.git`; outside a repository only itself. */
function foldersOfRepository(folder: string): readonly string[] {
  const way: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    way.push(at);
    if (existsSync(join(at, '.git'))) return way;
    if (dirname(at) === at) return way.slice(0, 1);
  }
}

/**
 * The policy of this name where the text of the project's own is known, null when it has none.
 * Errors: `policy-unknown`, and those of `readPolicy`.
 */
export function policyNamed(name: string, ownText: string | null): Result<VerificationPolicy> {
  if (ownText === null) return standardPolicy(name, []);
  const place = `${policyFolder}/${name}`;
  const read = readPolicy(ownText, place);
  return read.ok ? calledSo(name, read.value, place) : read;
}

/** A report names the policy, so a policy is named like the file by which it was asked for. */
function calledSo(name: string, policy: VerificationPolicy, place: string): Result<VerificationPolicy> {
  if (policy.name === name) return ok(policy);
  const [own, wanted] = [JSON.stringify(policy.name), JSON.stringify(name)];
  return fail('policy-invalid', `The policy in this file is named ${own}; name it ${wanted}, like its file`, place);
}

function standardPolicy(name: string, own: readonly string[]): Result<VerificationPolicy> {
  const standard = standardPolicies.find((policy) => policy.name === name);
  if (standard !== undefined) return ok(standard);
  const known = [...own, ...standardPolicies.map((policy) => policy.name)].join(', ');
  return fail(
    'policy-unknown',
    `There is no policy ${JSON.stringify(name)}; choose one of ${known}, or write ${policyFolder}/NAME.yml`,
  );
}
