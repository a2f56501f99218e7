import type { Json, JsonObject } from '../../canonical/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import type { TemplateEngine } from '../template/render.ts';
import type { ConfigDocument, Path } from './document.ts';

/** The first thing found wrong, with its place. */
export type Check = Result<void>;
export const fine: Check = ok(undefined);

/** The first check that fails. */
export function firstFault(checks: readonly (() => Check)[]): Check {
  for (const check of checks) {
    const result = check();
    if (!result.ok) return result;
  }
  return fine;
}

/** Says what is wrong in a document, and where; and whether its texts are templates. */
export class Checker {
  readonly #document: ConfigDocument;
  readonly #templates: TemplateEngine;

  constructor(document: ConfigDocument, templates: TemplateEngine) {
    this.#document = document;
    this.#templates = templates;
  }

  /** The problem `config-invalid` at the place of a value, or of its key. */
  wrong(path: Path, message: string, at: 'value' | 'key' = 'value'): Result<never> {
    return fail('config-invalid', message, this.#document.place(path, at));
  }

  /** A problem within a text of the document, its `line:column` counted on from where that text begins. */
  inside(problem: { code: string; message: string; place?: string }, path: Path): Result<never> {
    return fail(problem.code, problem.message, this.#document.placeInside(path, problem.place ?? '1:1'));
  }

  /** Whether every text in a value compiles as a template. */
  templates(value: Json | undefined, path: Path): Check {
    if (typeof value === 'string') {
      const checked = this.#templates.check(value);
      return checked.ok ? fine : this.inside(checked.problem, path);
    }
    if (value === null || typeof value !== 'object') return fine;
    const entries: readonly (readonly [PropertyKey, Json])[] = Array.isArray(value)
      ? [...(value as readonly Json[]).entries()]
      : Object.entries(value as JsonObject);
    return firstFault(
      entries.map(
        ([key, entry]) =>
          () =>
            this.templates(entry, [...path, key]),
      ),
    );
  }
}
