import { createHash } from 'node:crypto';
import { z } from 'zod';
import { identifierSchema } from '../api/index.ts';
import { canonicalBytes, isWellFormed, type Json } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { joinWords, splitCommand } from '../sandbox/index.ts';

const runTests = z.union([z.string().max(8000), z.array(z.string().max(8000)).max(500)]).nullable();

/** The contract as people write it: what is left out takes its default. The published JSON Schema is made from this. */
export const contractSchema = z.strictObject({
  task_id: identifierSchema.describe('Names the task. A task is scored once per agent.'),
  agent_id: identifierSchema.describe('Who is to do the work, for example its tool and model.'),
  objective: z.string().trim().min(1).max(20_000).describe('What is to be achieved, in words for the agent.'),
  criteria: z.array(z.string().trim().min(1).max(4000)).max(200).default([]).describe('When it counts as done.'),
  required_files: z
    .array(z.string().min(1).max(1000))
    .max(2000)
    .default([])
    .describe('Files, relative to the work tree, that must exist and not be empty.'),
  run_tests: runTests
    .default(null)
    .describe('The test command: a list of words, or a line that is split into words without a shell.'),
  shell: z.boolean().default(false).describe('Run the test line in a shell. A person must approve the contract first.'),
  timeout_seconds: z.number().positive().max(86_400).default(60).describe('Time limit of the test command, seconds.'),
  run_lint: z.boolean().default(false).describe('Run the linters that are present over the changed files.'),
  check_ast: z
    .boolean()
    .optional()
    .describe('Parse the changed files. On when the contract names any other check, unless set to false.'),
  verification_policy: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, 'must be the name of a policy: small letters, digits and dashes')
    .nullable()
    .default(null)
    .describe(
      'The policy of the five dimensions: a standard one, or one of .mizan/policies. Without it they do not run.',
    ),
});

/** A contract with every default filled in: what is digested, stored and run. */
export interface TaskContract {
  readonly task_id: string;
  readonly agent_id: string;
  readonly objective: string;
  readonly criteria: readonly string[];
  readonly required_files: readonly string[];
  /** Words without a shell; one line with `shell: true`; null when no test is asked for. */
  readonly run_tests: readonly string[] | string | null;
  readonly shell: boolean;
  readonly timeout_seconds: number;
  readonly run_lint: boolean;
  readonly check_ast: boolean;
  /** Null: the five dimensions do not run. */
  readonly verification_policy: string | null;
}

/** Names that the seed's public implementation uses for the same fields. */
const otherNames: Readonly<Record<string, string>> = {
  model: 'agent_id',
  acceptance_criteria: 'criteria',
  files: 'required_files',
  timeout: 'timeout_seconds',
  lint: 'run_lint',
  check_syntax: 'check_ast',
  ast: 'check_ast',
  policy: 'verification_policy',
};

/**
 * Reads a contract from outside. Unknown fields, wrong types and test lines that only a shell could run (C4) are
 * refused. Errors: `contract-invalid`, `command-needs-shell`, `command-unfinished-quote`, each with the field as place.
 */
export function parseContract(raw: unknown): Result<TaskContract> {
  const renamed = withCanonicalNames(raw);
  if (!renamed.ok) return renamed;
  if (!isWellFormed(renamed.value))
    return fail('contract-invalid', 'The contract holds text that is not valid Unicode');
  const parsed = contractSchema.safeParse(renamed.value);
  if (!parsed.success) return contractInvalid(parsed.error);
  const { check_ast, run_tests, ...rest } = parsed.data;
  const tests = readTests(run_tests, rest.shell);
  if (!tests.ok) return tests;
  const namesOther =
    rest.required_files.length > 0 || tests.value !== null || rest.run_lint || rest.verification_policy !== null;
  return ok({ ...rest, run_tests: tests.value, check_ast: check_ast ?? namesOther });
}

function withCanonicalNames(raw: unknown): Result<unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return fail('contract-invalid', 'A contract is an object with fields such as objective and required_files');
  }
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(raw)) {
    const canonical = Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name;
    if (fields.has(canonical)) return fail('contract-invalid', `${canonical} is given twice`, name);
    fields.set(canonical, value);
  }
  return ok(Object.fromEntries(fields));
}

function contractInvalid(error: z.ZodError): Result<never> {
  const issue = error.issues[0];
  if (issue === undefined) return fail('contract-invalid', 'The contract does not fit');
  if (issue.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? '';
    return fail('contract-invalid', `A contract has no field ${JSON.stringify(field)}`, field);
  }
  return fail('contract-invalid', issue.message, issue.path.join('.'));
}

function readTests(
  given: string | readonly string[] | null,
  shell: boolean,
): Result<readonly string[] | string | null> {
  if (given === null || (typeof given === 'string' ? given.trim() === '' : given.length === 0)) {
    if (shell) return fail('contract-invalid', 'shell: true needs a test command in run_tests', 'shell');
    return ok(null);
  }
  const text = typeof given === 'string' ? given : given.join('');
  if (text.includes('\0')) return fail('contract-invalid', 'A command cannot hold a NUL character', 'run_tests');
  if (!shell) return readWords(given);
  if (typeof given === 'string') return ok(given);
  return fail('contract-invalid', 'With shell: true the command is one line of text, not a list', 'run_tests');
}

function readWords(given: string | readonly string[]): Result<readonly string[]> {
  if (typeof given !== 'string') {
    if (given[0]?.trim() !== '') return ok(given);
    return fail('contract-invalid', 'The first word of the command is empty', 'run_tests.0');
  }
  const words = splitCommand(given);
  if (words.ok) return words;
  const { code, message, place } = words.problem;
  return fail(code, message, `run_tests, ${place ?? ''}`);
}

/**
 * What may be asked of an agent at all: every required file lies inside the work tree. The files gate checks the same
 * again on the disk, links resolved (C3). Error: `path-leaves-tree` with the field as place.
 */
export function checkPathsInside(contract: TaskContract): Result<TaskContract> {
  for (const [index, path] of contract.required_files.entries()) {
    if (leavesTree(path)) {
      return fail(
        'path-leaves-tree',
        `${JSON.stringify(path)} leads out of the work tree; name a file inside it, relative to its top`,
        `required_files.${index}`,
      );
    }
  }
  return ok(contract);
}

function leavesTree(path: string): boolean {
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.includes('\0')) return true;
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return depth === 0;
}

/** Whether the contract asks for any check. Without one a claim of success cannot be verified (C2). */
export function namesCheck(contract: TaskContract): boolean {
  const { required_files, run_tests, run_lint, check_ast, verification_policy } = contract;
  return required_files.length > 0 || run_tests !== null || run_lint || check_ast || verification_policy !== null;
}

/** `sha256:` + hex over the RFC 8785 form. A person's approval binds to it. */
export function contractDigest(contract: TaskContract): string {
  const { verification_policy, ...rest } = contract;
  // Contracts from before there were policies keep their digest, and the approvals that bind to it.
  const digested = verification_policy === null ? rest : contract;
  return `sha256:${createHash('sha256')
    .update(canonicalBytes(digested as unknown as Json))
    .digest('hex')}`;
}

/** The first line of the objective, at most 200 characters. */
export function contractTitle(contract: TaskContract): string {
  const line = contract.objective.split('\n', 1)[0] ?? '';
  return line.length <= 200 ? line : `${line.slice(0, 199).toWellFormed()}…`;
}

/** The test command as one line for people; null when none is asked for. */
export function testCommandLine(contract: TaskContract): string | null {
  const { run_tests } = contract;
  return run_tests === null || typeof run_tests === 'string' ? run_tests : joinWords(run_tests);
}
