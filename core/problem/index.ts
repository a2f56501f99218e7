import './schema-words.ts';

/** An expected error as a value. Only bugs throw. */
export interface Problem {
  /** Stable, kebab-case, for programs: `gate-expired`. */
  readonly code: string;
  /** One sentence for the person: what is wrong and what to do. */
  readonly message: string;
  /** Where: a field path, a file, `file:line:column`, an event number. */
  readonly place?: string;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

/** A result that holds its value. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A failed result. `place` is left out when unknown. */
export function fail(code: string, message: string, place?: string): Result<never> {
  return { ok: false, problem: place === undefined ? { code, message } : { code, message, place } };
}

/** For the `default` of a switch that must be exhaustive: compiles only when every case is handled. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}

/** For bugs only: a value the program's own logic guarantees. `what` names it in the crash report. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`bug: ${what} is missing`);
  return value;
}

/** One line for a terminal: `place: message (code)`. */
export function describeProblem(problem: Problem): string {
  const place = problem.place === undefined ? '' : `${problem.place}: `;
  return `${place}${problem.message} (${problem.code})`;
}
