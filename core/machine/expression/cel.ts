import {
  type CelEnv,
  type CelInput,
  type CelResult,
  CelScalar,
  type CelValue,
  celEnv,
  celFunc,
  isCelError,
  isCelList,
  isCelMap,
  isCelUint,
  parse,
  plan,
} from '@bufbuild/cel';
import { type Expr, Expr_CallSchema, ExprSchema } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js';
import { create } from '@bufbuild/protobuf';
import { RE2JS } from '@bufbuild/re2';
import type { Json } from '../../canonical/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type CelFault, unknownName } from './cel-names.ts';
import { partsOf } from './cel-parts.ts';
import type { Scope } from './syntax.ts';

/** Rounds of comprehensions plus kilobytes searched by patterns: the same limit on every machine. */
const maxWork = 200_000;
/** A last stop for what the count does not see, in milliseconds. */
const maxMilliseconds = 1_000;
const maxLength = 10_000;
const spendName = '@spend';

/** What one evaluation may still use. CEL evaluates synchronously, so one evaluation is under way at a time. */
const budget = { work: 0, deadline: 0 };

class BudgetSpent extends Error {}

function spend(amount: number): void {
  budget.work -= amount;
  if (budget.work < 0 || performance.now() > budget.deadline) {
    throw new BudgetSpent('The expression needs more work than one condition may take');
  }
}

/** CEL's environment with a price on loops and patterns. `options` are for the upstream suite. */
export function meteredEnvironment(options: NonNullable<Parameters<typeof celEnv>[0]> = {}): CelEnv {
  const pay = celFunc(spendName, [CelScalar.BOOL], CelScalar.BOOL, (goesOn) => {
    spend(1);
    return goesOn;
  });
  return celEnv({
    ...options,
    funcs: [...(options.funcs ?? []), pay],
    re2: {
      compile(pattern) {
        spend(1);
        const expression = new RE2JS(pattern);
        return {
          test(text) {
            spend(1 + Math.ceil(text.length / 1_000));
            return expression.test(text);
          },
        };
      },
    },
  });
}

const environment = meteredEnvironment();

/** Makes every comprehension pay for each of its rounds. */
function meter(expression: Expr | undefined): void {
  if (expression === undefined) return;
  for (const part of partsOf(expression)) meter(part);
  if (expression.exprKind.case !== 'comprehensionExpr') return;
  const fold = expression.exprKind.value;
  if (fold.loopCondition === undefined) return;
  const call = create(Expr_CallSchema, { function: spendName, args: [fold.loopCondition] });
  const id = fold.loopCondition.id;
  fold.loopCondition = create(ExprSchema, { id, exprKind: { case: 'callExpr', value: call } });
}

/** JSON as CEL sees it: whole numbers are `int`, other numbers `double`, maps have only data keys. */
function celInput(value: Json): CelInput {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(celInput);
  return new Map(Object.entries(value).map(([key, entry]) => [key, celInput(entry as Json)]));
}

function isTruthyCel(value: CelValue): boolean {
  if (value === null || value === false || value === '' || value === 0 || value === 0n) return false;
  if (isCelUint(value)) return value.value !== 0n;
  if (isCelList(value) || isCelMap(value)) return value.size > 0;
  return !(value instanceof Uint8Array) || value.length > 0;
}

/**
 * Compiles a CEL expression (X5). Errors: `expression-syntax`, and `expression-cel` for a name that nothing has, with
 * `line:column` as place. The compiled condition is
 * pure; its errors are `expression-cel` (no such overload, no such field, …) and `expression-budget` when it does more
 * than its share of work.
 */
export function compileCel(text: string): Result<(scope: Scope) => Result<boolean>> {
  if (text.length > maxLength) {
    return fail('expression-syntax', `The expression is longer than ${maxLength} characters`, '1:1');
  }
  if (text.trim() === '') return ok(() => ok(true));
  let evaluate: Evaluation;
  try {
    const { expr, sourceInfo } = parse(text);
    const refuse = (code: string, { id, why }: CelFault) =>
      fail(code, why, placeAt(text, sourceInfo?.positions[String(id)] ?? 0));
    const broken = brokenPattern(expr);
    if (broken !== null) return refuse('expression-syntax', broken);
    const unknown = unknownName(expr, environment);
    if (unknown !== null) return refuse('expression-cel', unknown);
    evaluate = planMetered(environment, text);
  } catch (thrown) {
    return fail('expression-syntax', sentence(messageOf(thrown)), placeOf(thrown));
  }
  return ok((scope) => {
    const value = evaluate({
      context: celInput(scope.context),
      input: celInput(scope.input),
      output: celInput(scope.output),
    });
    if (!isCelError(value)) return ok(isTruthyCel(value));
    const spent = value.cause instanceof BudgetSpent || budget.work < 0;
    return fail(spent ? 'expression-budget' : 'expression-cel', sentence(value.message));
  });
}

type Evaluation = (bindings: Record<string, CelInput>) => CelResult;

/** Plans an expression whose every evaluation has its own budget. Throws what the parser throws. */
export function planMetered(metered: CelEnv, text: string): Evaluation {
  const parsed = parse(text);
  meter(parsed.expr);
  const evaluate = plan(metered, parsed);
  return (bindings) => {
    budget.work = maxWork;
    budget.deadline = performance.now() + maxMilliseconds;
    return evaluate(bindings);
  };
}

/** A pattern that is written out is tried at load: a broken one is a mistake in the text, not in the data. */
function brokenPattern(expression: Expr | undefined): CelFault | null {
  if (expression === undefined) return null;
  const own = faultOfPattern(expression);
  if (own !== null) return own;
  for (const part of partsOf(expression)) {
    const broken = brokenPattern(part);
    if (broken !== null) return broken;
  }
  return null;
}

function faultOfPattern({ exprKind: kind }: Expr): CelFault | null {
  if (kind.case !== 'callExpr' || kind.value.function !== 'matches') return null;
  const pattern = kind.value.args.at(-1);
  const constant = pattern?.exprKind.case === 'constExpr' ? pattern.exprKind.value.constantKind : undefined;
  if (pattern === undefined || constant?.case !== 'stringValue') return null;
  try {
    new RE2JS(constant.value);
    return null;
  } catch (thrown) {
    return { id: pattern.id, why: `The pattern cannot be used: ${messageOf(thrown)}` };
  }
}

/** `line:column` of an offset in code points. */
function placeAt(text: string, offset: number): string {
  const before = [...text].slice(0, offset).join('').split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof RangeError) return 'it is nested too deeply';
  return thrown instanceof Error ? thrown.message.replace(/^<input>:\d+:\d+: /, '') : String(thrown);
}

/** The parser's errors carry a location; running out of stack has none. */
function placeOf(thrown: unknown): string {
  const location = (thrown as { location?: { start?: { line?: unknown; column?: unknown } } }).location?.start;
  const known = typeof location?.line === 'number' && typeof location.column === 'number';
  return known ? `${location.line}:${location.column}` : '1:1';
}

function sentence(message: string): string {
  return message === '' ? 'The expression failed' : `${message[0]?.toUpperCase()}${message.slice(1)}`;
}
