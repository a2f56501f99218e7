import ts from '@typescript/typescript6';

/** Whether the body of a function decides what the function gives. */
export function resultIsInferred(node: ts.SignatureDeclaration): boolean {
  return node.type === undefined && !ts.isConstructorDeclaration(node) && !ts.isSetAccessorDeclaration(node);
}

/**
 * What a body without a declared result gives, where its `return` statements alone say so: nothing, null or JSX, which
 * is one type whatever is in it. Null: the whole body may matter.
 */
export function evidentResult(owner: ts.SignatureDeclaration, body: ts.Block): string | null {
  if ('asteriskToken' in owner && owner.asteriskToken !== undefined) return null;
  const kinds = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isReturnStatement(node)) for (const kind of kindsOf(node.expression)) kinds.add(kind);
    // A function expression that does nothing but throw gives `never`.
    else if (ts.isThrowStatement(node) && (ts.isArrowFunction(owner) || ts.isFunctionExpression(owner)))
      kinds.add('throw');
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  const isOpen = kinds.has('other') || (kinds.has('throw') && kinds.size === 1);
  return isOpen
    ? null
    : [...kinds]
        .filter((kind) => kind !== 'throw')
        .sort()
        .join(' ');
}

function kindsOf(expression: ts.Expression | undefined): readonly string[] {
  if (expression === undefined) return ['nothing'];
  if (ts.isParenthesizedExpression(expression)) return kindsOf(expression.expression);
  if (ts.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse].flatMap(kindsOf);
  if (expression.kind === ts.SyntaxKind.NullKeyword) return ['null'];
  return ts.isJsxElement(expression) || ts.isJsxSelfClosingElement(expression) || ts.isJsxFragment(expression)
    ? ['jsx']
    : ['other'];
}
