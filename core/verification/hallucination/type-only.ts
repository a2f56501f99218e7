import ts from '@typescript/typescript6';

/** Types, `typeof x`, and imports of types alone never run, so they never alarm. */
export function isTypeOnly(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if (ts.isTypeOfExpression(at) && at.expression === node) return true;
    if (ts.isExpressionWithTypeArguments(at)) {
      const clause = at.parent;
      if (!ts.isHeritageClause(clause) || clause.token === ts.SyntaxKind.ImplementsKeyword) return true;
      return ts.isInterfaceDeclaration(clause.parent);
    }
    if (ts.isTypeNode(at) || ts.isTypeAliasDeclaration(at) || ts.isInterfaceDeclaration(at)) return true;
    if (ts.isJSDoc(at)) return true;
    if (ts.isImportSpecifier(at) && at.isTypeOnly) return true;
    if (ts.isImportClause(at) && at.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
    if (ts.isImportDeclaration(at)) return at.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    if (ts.isExportDeclaration(at)) return at.isTypeOnly;
  }
  return false;
}
