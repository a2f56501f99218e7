import type { z } from 'zod';
import { fail, ok, type Problem, type Result } from '../../problem/index.ts';
import type { ConfigDocument, Path } from './document.ts';

const maxDepth = 100;
/** Characters of all texts and names, and 8 for every other value: 1 MiB. */
const maxSize = 1_048_576;

type Issue = z.core.$ZodIssue;

/**
 * Checks a document against a schema. Errors: `config-too-large`, also for what aliases make of a short text, and
 * `config-invalid` with the place of the first thing that does not fit.
 */
export function checkDocument<T>(document: ConfigDocument, schema: z.ZodType<T>): Result<T> {
  if (sizeLeft(document.value, maxSize, 0) < 0) {
    return fail(
      'config-too-large',
      `A configuration has at most ${maxSize} characters in its texts and values`,
      document.name,
    );
  }
  const checked = checkWholeDocument(document, schema);
  if (checked.ok) return ok(checked.value);
  const [problem] = checked.problems;
  if (problem === undefined) throw new Error('bug: a document that does not fit has no problem');
  return { ok: false, problem };
}

export type CheckedDocument<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Like `checkDocument`, with everything that does not fit. */
export function checkWholeDocument<T>(document: ConfigDocument, schema: z.ZodType<T>): CheckedDocument<T> {
  const odd = findOdd(document.value, []);
  if (odd !== null) return { ok: false, problems: [invalid(odd.message, document.place(odd.path, 'key'))] };
  const parsed = schema.safeParse(document.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => describe(sharpest([issue], []), document)) };
}

function invalid(message: string, place: string): Problem {
  return { code: 'config-invalid', message, place };
}

function describe(issue: Issue, document: ConfigDocument): readonly Problem[] {
  if (issue.code !== 'unrecognized_keys') {
    return [invalid(`${fieldName(issue.path)}: ${issue.message}`, document.place(issue.path))];
  }
  return issue.keys.map((key) =>
    invalid(`Unknown field ${JSON.stringify(key)}`, document.place([...issue.path, key], 'key')),
  );
}

function fieldName(path: Path): string {
  return path.length === 0 ? 'The configuration' : String(path.at(-1));
}

/** Of the alternatives of a union, the one that was followed furthest says best what is wrong. */
function sharpest(issues: readonly Issue[], prefix: Path): Issue {
  const [first] = issues;
  if (first === undefined) throw new Error('bug: a failed check has no issue');
  const path = [...prefix, ...first.path];
  if (first.code !== 'invalid_union' || first.errors.length === 0) return { ...first, path };
  const inner = first.errors.filter((branch) => branch.length > 0).map((branch) => sharpest(branch, path));
  const deepest = inner.reduce<Issue | null>(
    (best, issue) => (best === null || issue.path.length > best.path.length ? issue : best),
    null,
  );
  return deepest !== null && deepest.path.length > path.length ? deepest : { ...first, path };
}

/** What is left of a size after a value, below zero as soon as it is used up. */
function sizeLeft(value: unknown, left: number, depth: number): number {
  if (typeof value === 'string') return left - value.length;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return left - 8;
  let rest = left - 8;
  for (const [key, entry] of Object.entries(value)) {
    rest = sizeLeft(entry, Array.isArray(value) ? rest : rest - key.length, depth + 1);
    if (rest < 0) return rest;
  }
  return rest;
}

/** What the schema must not even walk over: `__proto__`, and nesting without end. */
function findOdd(value: unknown, path: Path): { message: string; path: Path } | null {
  if (typeof value !== 'object' || value === null) return null;
  if (path.length > maxDepth) return { message: `Nested deeper than ${maxDepth}`, path };
  if (Object.hasOwn(value, '__proto__')) {
    return { message: 'The key __proto__ is not allowed', path: [...path, '__proto__'] };
  }
  for (const [key, entry] of Object.entries(value)) {
    const found = findOdd(entry, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
