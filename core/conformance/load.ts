import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Problem, type Result } from '../problem/index.ts';
import { expandRepeats } from './expand.ts';

export interface ConformanceCase {
  readonly id: string;
  readonly input: unknown;
  readonly expected: unknown;
}

/** The cases of one file, repetitions expanded. */
export interface CaseFile {
  readonly path: string;
  readonly kind: string;
  readonly cases: readonly ConformanceCase[];
}

const fileSchema = z.object({
  kind: z.string().min(1),
  cases: z.array(z.looseObject({ id: z.string(), input: z.unknown(), expected: z.unknown() })),
});

/** Reads a file, or all `.json` files below a folder in the order of their names. */
export async function loadCases(
  path: string,
): Promise<{ readonly files: readonly CaseFile[]; readonly problems: readonly Problem[] }> {
  const found = await findFiles(path);
  if (!found.ok) return { files: [], problems: [found.problem] };
  const results = await Promise.all(found.value.map(loadFile));
  return {
    files: results.flatMap((result) => (result.ok ? [result.value] : [])),
    problems: results.flatMap((result) => (result.ok ? [] : [result.problem])),
  };
}

async function findFiles(path: string): Promise<Result<readonly string[]>> {
  const entry = await stat(path).catch(() => null);
  if (entry === null) return fail('case-file-missing', 'There is no such file or folder', path);
  if (!entry.isDirectory()) return ok([path]);
  const names = await readdir(path, { recursive: true });
  const files = names.filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0) return fail('case-file-missing', 'The folder holds no .json files', path);
  return ok(files.map((name) => join(path, name)));
}

async function loadFile(path: string): Promise<Result<CaseFile>> {
  let written: unknown;
  try {
    written = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    return fail('case-malformed', `Not readable as JSON: ${error instanceof Error ? error.message : error}`, path);
  }
  const parsed = fileSchema.safeParse(written);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fail('case-malformed', `${issue?.path.join('.')}: ${issue?.message}`, path);
  }
  const cases: ConformanceCase[] = [];
  for (const raw of parsed.data.cases) {
    const one = readCase(raw, path);
    if (!one.ok) return one;
    cases.push(one.value);
  }
  return ok({ path, kind: parsed.data.kind, cases });
}

function readCase(raw: z.infer<typeof fileSchema>['cases'][number], path: string): Result<ConformanceCase> {
  const { id } = raw;
  if (!Object.hasOwn(raw, 'expected') || !Object.hasOwn(raw, 'input')) {
    return fail('case-malformed', `Case ${id} needs input and expected`, path);
  }
  const input = expandRepeats(raw.input);
  if (!input.ok) return fail(input.problem.code, `Case ${id}: ${input.problem.message}`, path);
  const expected = expandRepeats(raw.expected);
  if (!expected.ok) return fail(expected.problem.code, `Case ${id}: ${expected.problem.message}`, path);
  return ok({ id, input: input.value, expected: expected.value });
}
