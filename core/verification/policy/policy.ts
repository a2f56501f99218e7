import { z } from 'zod';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type RuleSet, ruleSet } from './rules.ts';

/** A verification policy as seed 004 defines it. */
export interface VerificationPolicy {
  readonly name: string;
  /** What kind of agent it is for, as `code-writer` or `refactorer`: said in the list of policies. */
  readonly agentType: string | null;
  readonly rules: RuleSet;
}

const header = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, 'a name of small letters, digits and dashes is needed'),
  agent_type: z
    .string()
    .transform((type) => type.replace(/^:/, '').replaceAll('_', '-').toLowerCase())
    .nullish(),
});

/** A policy from its record in snake_case. Error: `policy-invalid` with the field as place. */
export function parsePolicy(raw: unknown, place: string): Result<VerificationPolicy> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return fail('policy-invalid', 'A policy is a map with name and rules; see docs/verification.md', place);
  }
  const { name, agent_type, ...rest } = raw as Readonly<Record<string, unknown>>;
  const head = header.safeParse({ name, agent_type });
  if (!head.success) return invalid(head.error, place);
  const rules = parseRules(rest, place);
  if (!rules.ok) return rules;
  return ok({ name: head.data.name, agentType: head.data.agent_type ?? null, rules: rules.value });
}

/** The rules alone. Errors: `policy-invalid`, `glob-invalid`. */
export function parseRules(raw: unknown, place: string): Result<RuleSet> {
  const parsed = ruleSet.safeParse(raw);
  if (!parsed.success) return invalid(parsed.error, place);
  const { scope, hallucination } = parsed.data;
  const root = hallucination?.projectRoot ?? null;
  const problemOfRoot = root === null ? null : whyOutside(root);
  if (problemOfRoot !== null) {
    const said = `The project_root ${JSON.stringify(root)} ${problemOfRoot}`;
    return fail('policy-invalid', said, `${place}: hallucination_rules.project_root`);
  }
  for (const glob of [...(scope?.allowedPaths ?? []), ...(scope?.forbiddenPaths ?? [])]) {
    const problem = whatIsWrongWithGlob(glob);
    if (problem !== null) return fail('glob-invalid', `${JSON.stringify(glob)} ${problem}`, place);
  }
  return ok(parsed.data);
}

/** A glob that can never match is a mistake of its writer. */
function whatIsWrongWithGlob(glob: string): string | null {
  const outside = whyOutside(glob);
  if (outside !== null) return outside;
  if (/^!(?!\()/.test(glob)) return 'begins with a !, which excludes nothing here; use the other list, or write \\!';
  const plain = glob.replace(/\\./g, '');
  if (/\[[^\]]*$/.test(plain)) return 'has a [ without its ]; close it or write \\[';
  let depth = 0;
  for (const character of plain) {
    if (character === '{') depth += 1;
    if (character === '}') depth = Math.max(0, depth - 1);
  }
  return depth > 0 ? 'has a { without its }; close it or write \\{' : null;
}

function whyOutside(path: string): string | null {
  if (path.includes('\0')) return 'holds a NUL character; remove it';
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) return 'is absolute; write it from the top of the project';
  return path.split('/').includes('..') ? 'leads out of the project; remove the ".."' : null;
}

function invalid(error: z.ZodError, place: string): Result<never> {
  const issue = error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const where = field === '' ? place : `${place}: ${field}`;
  return fail('policy-invalid', `${issue?.message ?? 'This does not fit'}; correct it in the policy`, where);
}
