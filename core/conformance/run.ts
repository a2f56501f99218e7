import { fail, ok, type Problem, type Result } from '../problem/index.ts';
import type { ConformanceKind } from './kind.ts';
import type { CaseFile, ConformanceCase } from './load.ts';
import { isRecord, matches } from './match.ts';

export interface CaseResult {
  readonly kind: string;
  readonly id: string;
  readonly passed: boolean;
  readonly expected: unknown;
  /** The value, or `{error: code, message}`. */
  readonly actual: unknown;
}

/** Runs every case of a file in order and hands each result on. Error: `unknown-kind`. */
export async function runFile(
  file: CaseFile,
  kinds: readonly ConformanceKind[],
  onResult: (result: CaseResult) => void,
): Promise<Result<null>> {
  const kind = kinds.find((candidate) => candidate.kind === file.kind);
  if (kind === undefined) {
    const known = kinds.map((candidate) => candidate.kind).join(', ');
    return fail('unknown-kind', `There is no kind ${JSON.stringify(file.kind)}; known are ${known}`, file.path);
  }
  for (const one of file.cases) onResult(await runCase(kind, one));
  return ok(null);
}

async function runCase(kind: ConformanceKind, one: ConformanceCase): Promise<CaseResult> {
  const base = { kind: kind.kind, id: one.id, expected: one.expected };
  let result: Result<unknown>;
  try {
    result = await kind.run(one.input, one.expected);
  } catch (error) {
    // A crash is a bug of the room under test: it fails its case and leaves the others to run.
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...base, passed: false, actual: { crashed: message } };
  }
  if (!result.ok) {
    return { ...base, passed: isExpected(result.problem, one.expected), actual: problemAsData(result.problem) };
  }
  const compare = kind.matches ?? matches;
  return { ...base, passed: compare(result.value, one.expected), actual: result.value };
}

function isExpected(problem: Problem, expected: unknown): boolean {
  return isRecord(expected) && (expected.error === true || expected.error === problem.code);
}

function problemAsData(problem: Problem): Readonly<Record<string, string>> {
  const { code, message, place } = problem;
  return place === undefined ? { error: code, message } : { error: code, message, place };
}
