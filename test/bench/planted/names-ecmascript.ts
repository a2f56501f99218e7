import ts from '@typescript/typescript6';
import { type Plant, planted } from './plant.ts';
import { type Dice, inventedPackage, wrongName } from './random.ts';

export const ecmaScriptNameKinds = ['renamed call', 'wrong member', 'invented import', 'invented package'] as const;

/** Plants one wrong name of a kind into a source; null when it has no place for it. */
export function plantEcmaScriptName(
  kind: string,
  path: string,
  text: string,
  taken: ReadonlySet<string>,
  random: Dice,
): Plant | null {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const isCommonJs = /\brequire\(/.test(text) && !/^import\b/m.test(text);
  if (kind === 'invented package') {
    const name = inventedPackage(random, '-');
    const line = isCommonJs ? `const planted = require("${name}");\n` : `import planted from "${name}";\n`;
    const at = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
    const edit = { start: at, end: at, replacement: line };
    return planted(kind, path, text, edit, name);
  }
  const place = random.pick(placesFor(kind, file));
  if (place === undefined) return null;
  const name = place.getText(file);
  const wrong = wrongName(name, taken, random);
  if (wrong === null) return null;
  const replacement = replacementOf(place, wrong);
  return planted(kind, path, text, { start: place.getStart(file), end: place.end, replacement }, wrong);
}

/** A shorthand keeps its local name. */
function replacementOf(place: ts.Node, wrong: string): string {
  const { parent } = place;
  if (ts.isImportSpecifier(parent) && parent.propertyName === undefined) return `${wrong} as ${place.getText()}`;
  if (ts.isBindingElement(parent) && parent.propertyName === undefined) return `${wrong}: ${place.getText()}`;
  return wrong;
}

function placesFor(kind: string, file: ts.SourceFile): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const place = places[kind]?.(node) ?? null;
    if (place !== null && place.getText(file).length > 3) found.push(place);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What each kind renames at a node; null where it has no place. */
const places: Readonly<Record<string, (node: ts.Node) => ts.Node | null>> = {
  'renamed call': (node) =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text !== 'require'
      ? node.expression
      : null,
  'wrong member': (node) =>
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression.name : null,
  'invented import': (node) =>
    isValueImport(node) || isRequiredElement(node) ? (node.propertyName ?? node.name) : null,
};

function isValueImport(node: ts.Node): node is ts.ImportSpecifier {
  if (!ts.isImportSpecifier(node) || node.isTypeOnly) return false;
  return node.parent.parent.phaseModifier !== ts.SyntaxKind.TypeKeyword;
}

/** `x` in `const { x } = require('…')`. */
function isRequiredElement(node: ts.Node): node is ts.BindingElement {
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return false;
  const declaration = node.parent.parent;
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value !== undefined && ts.isCallExpression(value) && value.expression.getText() === 'require';
}
