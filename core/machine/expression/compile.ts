import { ok, type Result, unreachable } from '../../problem/index.ts';
import { compileCel } from './cel.ts';
import { evaluateSimple, isTruthy } from './evaluate.ts';
import { parseSimple } from './parser.ts';
import type { Scope } from './syntax.ts';

export type ExpressionEngine = 'simple' | 'cel';

/** A condition ready to be asked. Pure: the same scope gives the same answer. */
export interface Condition {
  readonly text: string;
  holds(scope: Scope): Result<boolean>;
}

/** Compiles a condition in either language. Errors: `expression-syntax` with `line:column` inside the text (X4). */
export function compileCondition(engine: ExpressionEngine, text: string): Result<Condition> {
  switch (engine) {
    case 'simple': {
      const parsed = parseSimple(text);
      if (!parsed.ok) return parsed;
      return ok({
        text,
        holds: (scope) => {
          const value = evaluateSimple(parsed.value, scope);
          return value.ok ? ok(isTruthy(value.value)) : value;
        },
      });
    }
    case 'cel': {
      const compiled = compileCel(text);
      return compiled.ok ? ok({ text, holds: compiled.value }) : compiled;
    }
    default:
      return unreachable(engine);
  }
}
