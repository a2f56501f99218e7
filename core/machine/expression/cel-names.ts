import type { CelEnv } from '@bufbuild/cel';
import type { Expr, Expr_Comprehension } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js';
import { partsOf } from './cel-parts.ts';

/** What is wrong in an expression although it parses: it could only fail once a run gets there. */
export interface CelFault {
  /** Of the expression's node, for its place in the text. */
  readonly id: bigint;
  /** A sentence for the person. */
  readonly why: string;
}

const scopeNames = ['context', 'input', 'output'];
/** Types are values in CEL (`type(x) == int`); `google` begins the names of messages. */
const typeNames = ['bool', 'bytes', 'double', 'google', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'];
const knownNames: ReadonlySet<string> = new Set([...scopeNames, ...typeNames]);

/** The parser's own functions (`_+_`, `@in`) are no names. */
const isName = (text: string) => /^[A-Za-z]/.test(text);

/** The first function or variable of an expression that the environment does not have, else null. */
export function unknownName(expression: Expr | undefined, environment: CelEnv): CelFault | null {
  return search(expression, knownNames, environment);
}

function search(expression: Expr | undefined, known: ReadonlySet<string>, environment: CelEnv): CelFault | null {
  if (expression === undefined) return null;
  const own = faultOfName(expression, known, environment);
  if (own !== null) return own;
  const kind = expression.exprKind;
  const inner = kind.case === 'comprehensionExpr' ? new Set([...known, ...loopNames(kind.value)]) : known;
  for (const part of partsOf(expression)) {
    const found = search(part, inner, environment);
    if (found !== null) return found;
  }
  return null;
}

function faultOfName({ id, exprKind: kind }: Expr, known: ReadonlySet<string>, environment: CelEnv): CelFault | null {
  if (kind.case === 'identExpr') {
    const { name } = kind.value;
    const isKnown = known.has(name.replace(/^\./, '').split('.')[0] ?? name);
    return isKnown ? null : { id, why: `There is no ${name}; there are ${scopeNames.join(', ')}` };
  }
  if (kind.case !== 'callExpr') return null;
  const name = kind.value.function;
  const isMissing = isName(name) && environment.funcs.find(name) === undefined;
  return isMissing ? { id, why: `There is no function ${name}` } : null;
}

/** What `all`, `map` and their like name for the time of a loop. */
function loopNames({ iterVar, iterVar2, accuVar }: Expr_Comprehension): readonly string[] {
  return [iterVar, iterVar2, accuVar];
}
