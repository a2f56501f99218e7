import type { z } from 'zod';
import { fail, ok, type Result } from '../../problem/index.ts';
import type { ConfigDocument, Path } from './document.ts';

const maxDepth = 100;

type Issue = z.core.$ZodIssue;

/** Checks a document against a schema. Error: `config-invalid` with the place of the first thing that does not fit. */
export function checkDocument<T>(document: ConfigDocument, schema: z.ZodType<T>): Result<T> {
  const odd = findOdd(document.value, []);
  if (odd !== null) return fail('config-invalid', odd.message, document.place(odd.path, 'key'));
  const parsed = schema.safeParse(document.value);
  if (parsed.success) return ok(parsed.data);
  const issue = sharpest(parsed.error.issues, []);
  if (issue.code === 'unrecognized_keys') {
    const path = [...issue.path, issue.keys[0] ?? ''];
    return fail('config-invalid', `Unknown field ${JSON.stringify(issue.keys[0])}`, document.place(path, 'key'));
  }
  return fail('config-invalid', `${fieldName(issue.path)}: ${issue.message}`, document.place(issue.path));
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
