import ts from '@typescript/typescript6';

/**
 * The names that a statement declares and does nothing else; null when it may do more to the types of its module: widen
 * or assign what is there, or run code on the way.
 */
export function freshNames(statement: ts.Statement): readonly string[] | null {
  if (ts.isImportDeclaration(statement)) return importedNames(statement.importClause);
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  ) {
    return statement.name === undefined ? null : [statement.name.text];
  }
  return ts.isVariableStatement(statement) ? variableNames(statement.declarationList) : null;
}

function importedNames(clause: ts.ImportClause | undefined): readonly string[] {
  const bindings = clause?.namedBindings;
  const named =
    bindings === undefined
      ? []
      : ts.isNamespaceImport(bindings)
        ? [bindings.name.text]
        : bindings.elements.map(({ name }) => name.text);
  return clause?.name === undefined ? named : [clause.name.text, ...named];
}

function variableNames({ declarations }: ts.VariableDeclarationList): readonly string[] | null {
  const names: string[] = [];
  for (const { name, initializer } of declarations) {
    if (!ts.isIdentifier(name) || initializer === undefined || !doesNothing(initializer)) return null;
    names.push(name.text);
  }
  return names;
}

/** A function or a plain value: evaluating it changes nothing. */
function doesNothing(expression: ts.Expression): boolean {
  return ts.isArrowFunction(expression) || ts.isFunctionExpression(expression) || ts.isLiteralExpression(expression);
}
