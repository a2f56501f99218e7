import { boundNames } from './exports.ts';
import { child, children, type EsNode, type EsSource, nameOf, nodesBelow } from './syntax.ts';

/** Top-level names, and the members of their classes, interfaces, object types, enumerations and object literals. */
export function surfaceOf({ program }: EsSource): readonly string[] {
  const found = new Set<string>();
  for (const statement of children(program, 'body')) {
    const isExport = statement.type.startsWith('Export');
    const declared = isExport ? (child(statement, 'declaration') ?? statement) : statement;
    for (const [name, node] of declaredIn(declared, isExport)) addWithMembers(name, node, found, 0);
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

/** The names that a statement declares, each with the node below which its members lie. */
function declaredIn(statement: EsNode, isExport: boolean): readonly (readonly [name: string, node: EsNode])[] {
  if (statement.type === 'VariableDeclaration') {
    return children(statement, 'declarations').flatMap((declarator) =>
      boundNames(child(declarator, 'id')).map((name) => [name, declarator] as const),
    );
  }
  if (statement.type === 'ExpressionStatement') return [['', statement]];
  const name = nameOf(child(statement, 'id')) ?? (isExport ? 'default' : null);
  return name === null ? [] : [[name, statement]];
}

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
