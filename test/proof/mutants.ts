/** Small mistakes in a TypeScript file: each comparison, operator, number and truth value changed in turn. */
import ts from '@typescript/typescript6';

export interface Mutant {
  /** `conversation.ts:21 <= becomes <`. */
  readonly description: string;
  readonly text: string;
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>'],
  '<=': ['<', '>'],
  '>': ['>=', '<'],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '-=': ['+='],
};

/** Functions that stand for an operator. */
const calls: Readonly<Record<string, readonly string[]>> = {
  and: ['or'],
  or: ['and'],
  atMost: ['lessThan'],
  lessThan: ['atMost'],
  equal: ['lessThan'],
  sum: ['difference'],
  difference: ['sum'],
  least: ['sum'],
  'Math.min': ['Math.max'],
  'Math.max': ['Math.min'],
  'Math.ceil': ['Math.floor'],
  'Math.floor': ['Math.ceil'],
};

const methods: Readonly<Record<string, string>> = { every: 'some', some: 'every' };

/** The text with one operator, value or condition changed, once for each place where that is possible. */
export function mutantsOf(name: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const replace = (node: ts.Node, instead: string): void => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const before = node.getText(source).replaceAll(/\s+/g, ' ').slice(0, 60);
    found.push({
      description: `${name}:${line} ${before} becomes ${instead.replaceAll(/\s+/g, ' ').slice(0, 60)}`,
      text: text.slice(0, start) + instead + text.slice(node.getEnd()),
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    for (const [part, instead] of changesOf(node, source)) replace(part, instead);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function changesOf(node: ts.Node, source: ts.SourceFile): readonly (readonly [ts.Node, string])[] {
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken;
    return (operators[operator.getText(source)] ?? []).map((instead) => [operator, instead] as const);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [[node, node.operand.getText(source)]];
  }
  if (ts.isConditionalExpression(node)) {
    const { condition, whenTrue, whenFalse } = node;
    const [yes, no] = [whenTrue.getText(source), whenFalse.getText(source)];
    return [[node, `${condition.getText(source)} ? ${no} : ${yes}`]];
  }
  if (ts.isIfStatement(node)) return [[node.expression, `!(${node.expression.getText(source)})`]];
  if (ts.isNumericLiteral(node)) return [[node, `${Number(node.text.replaceAll('_', '')) + 1}`]];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, 'false']];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, 'true']];
  if (ts.isCallExpression(node)) return callChanges(node, source);
  return [];
}

function callChanges(node: ts.CallExpression, source: ts.SourceFile): readonly (readonly [ts.Node, string])[] {
  const callee = node.expression;
  const name = callee.getText(source);
  const [only] = node.arguments;
  if (name === 'not' && only !== undefined) return [[node, only.getText(source)]];
  if (Object.hasOwn(calls, name)) return (calls[name] ?? []).map((instead) => [callee, instead] as const);
  if (!ts.isPropertyAccessExpression(callee)) return [];
  const instead = Object.hasOwn(methods, callee.name.text) ? methods[callee.name.text] : undefined;
  return instead === undefined ? [] : [[callee.name, instead]];
}
