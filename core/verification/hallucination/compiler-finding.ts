import ts from '@typescript/typescript6';
import type { Violation } from '../result.ts';
import { unknownName } from './names.ts';
import { nearestName } from './nearest.ts';
import type { TypeScriptProgram } from './typescript-program.ts';

/** What kind of name the compiler says is not there. */
export type MissingKind = 'name' | 'member' | 'import' | 'arity';

/** What the compiler says of a name that is not there, as a finding with the nearest name that is. */
export function compilerFinding(
  kind: MissingKind,
  node: ts.Node,
  diagnostic: ts.Diagnostic,
  file: string,
  line: number,
  { program }: TypeScriptProgram,
): Violation {
  const symbol = node.getText().slice(0, 100);
  const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  const hinted = /Did you mean (?:to access )?(?:the (?:instance|static) member )?'([^']+)'/.exec(text)?.[1];
  const nearest = hinted ?? nearestInScope(kind, node, symbol, program);
  const typo = nearest === null ? '' : ' (typo?)';
  switch (kind) {
    case 'name': {
      const verb =
        ts.isCallExpression(node.parent) && node.parent.expression === node
          ? 'Called undefined function'
          : 'Used undefined name';
      return unknownName({ rule: 'name', file, line, symbol, message: `${verb} '${symbol}'${typo}`, nearest });
    }
    case 'member':
      return unknownName({
        rule: 'member',
        file,
        line,
        symbol,
        message: `There is no member '${symbol}'${typo}: ${text}`,
        nearest,
      });
    case 'import':
      return unknownName({
        rule: 'import',
        file,
        line,
        symbol,
        message: `Imported name '${symbol}' is not exported${typo}: ${text}`,
        nearest,
      });
    case 'arity':
      return unknownName({ rule: 'arity', file, line, symbol, message: text, nearest: null });
  }
}

function nearestInScope(kind: string, node: ts.Node, symbol: string, program: ts.Program): string | null {
  const checker = program.getTypeChecker();
  if (kind === 'name') {
    return nearestName(
      symbol,
      checker.getSymbolsInScope(node, ts.SymbolFlags.Value).map(({ name }) => name),
    );
  }
  const access = node.parent;
  if (kind === 'member' && access !== undefined && ts.isPropertyAccessExpression(access)) {
    const type = checker.getApparentType(checker.getTypeAtLocation(access.expression));
    return nearestName(
      symbol,
      type.getProperties().map(({ name }) => name),
    );
  }
  return null;
}
