import { boundNames } from './exports.ts';
import { child, children, type EsNode, type EsSource, nameOf, nodesBelow } from './syntax.ts';

/** Top-level names, and the members of their classes, interfaces, object types, enumerations and object literals. */
export function surfaceOf({ program }: EsSource): readonly string[] {
  const found = new Set<string>();
  for (const statement of children(program, 'body')) {
    const isExport = statement.type.startsWith('Export');
    const declared = isExport ? (child(statement, 'declaration') ?? statement) : statement;
    if (declared.type === 'VariableDeclaration') {
      for (const declarator of children(declared, 'declarations')) {
        for (const name of boundNames(child(declarator, 'id'))) addWithMembers(name, declarator, found, 0);
      }
    } else if (declared.type === 'ExpressionStatement') addWithMembers('', declared, found, 0);
    else {
      const name = nameOf(child(declared, 'id')) ?? (isExport ? 'default' : null);
      if (name !== null) addWithMembers(name, declared, found, 0);
    }
    for (const specifier of children(statement, 'specifiers')) found.add(nameOf(child(specifier, 'exported')) ?? '');
  }
  found.delete('');
  return [...found];
}

const memberTypes: ReadonlySet<string> = new Set([
  'TSPropertySignature',
  'TSMethodSignature',
  'TSEnumMember',
  'MethodDefinition',
  'PropertyDefinition',
  'Property',
]);
const deepest = 6;

/** What lies in function bodies is nobody else's. */
function addWithMembers(owner: string, node: EsNode, found: Set<string>, depth: number): void {
  if (owner !== '') found.add(owner);
  if (depth > deepest) return;
  for (const below of nodesBelow(node)) {
    if (below.type === 'BlockStatement' || below.type === 'FunctionBody') continue;
    const isMember = memberTypes.has(below.type) && below.computed !== true;
    const name = isMember ? nameOf(child(below, 'key') ?? child(below, 'id')) : null;
    if (name === null) addWithMembers('', below, found, depth + 1);
    else addWithMembers(owner === '' ? name : `${owner}.${name}`, below, found, depth + 1);
  }
}
