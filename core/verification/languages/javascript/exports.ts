import type { ExportModel, Signature } from '../model.ts';
import { child, children, type EsNode, type EsSource, nameOf, stringOf } from './syntax.ts';

/** What a module offers: ES exports with members of exported classes, and the usual forms of CommonJS. */
export function exportsOf(source: EsSource): readonly ExportModel[] {
  const { program, places } = source;
  const body = children(program, 'body');
  const declared = declarations(body);
  const found = new Map<string, ExportModel>();
  const add = (name: string, node: EsNode, value: EsNode | null, meaning: Meaning = null) => {
    const before = found.get(name);
    const overload = before?.signature ?? null;
    const own = signatureOf(value);
    // A function and a type may share a name.
    if (before !== undefined && meaning === 'type') return;
    const signature = overload !== null && own !== null ? widest(overload, own) : own;
    found.set(name, { name, line: places.line(node.start), signature, ...(meaning === null ? {} : { meaning }) });
    for (const member of membersOf(value)) {
      const memberName = `${name}.${member.name}`;
      found.set(memberName, { name: memberName, line: places.line(member.node.start), signature: member.signature });
    }
  };
  const resolve = (value: EsNode | null): EsNode | null =>
    value?.type === 'Identifier' ? (declared.get(stringOf(value, 'name') ?? '') ?? null) : value;

  for (const statement of body) {
    switch (statement.type) {
      case 'ExportNamedDeclaration': {
        const meaning = meaningOf(child(statement, 'declaration'));
        for (const [name, value] of declarations([statement])) add(name, statement, value, meaning);
        for (const specifier of children(statement, 'specifiers')) {
          const name = nameOf(child(specifier, 'exported'));
          const local = statement.source === null ? resolve(child(specifier, 'local')) : null;
          const isType = statement.exportKind === 'type' || specifier.exportKind === 'type';
          if (name !== null)
            add(name, specifier, local, isType ? 'type' : local?.type === 'FunctionDeclaration' ? 'value' : null);
        }
        break;
      }
      case 'ExportDefaultDeclaration':
        add('default', statement, resolve(child(statement, 'declaration')), meaningOf(child(statement, 'declaration')));
        break;
      case 'ExportAllDeclaration': {
        const name = nameOf(child(statement, 'exported'));
        add(name ?? `* from ${JSON.stringify(child(statement, 'source')?.value)}`, statement, null);
        break;
      }
      case 'ExpressionStatement':
        for (const [name, value] of commonJsExports(child(statement, 'expression')))
          add(name, statement, resolve(value));
        break;
    }
  }
  return [...found.values()];
}

type Meaning = NonNullable<ExportModel['meaning']> | null;

/** What a declaration stands for as far as it says so itself. */
function meaningOf(declaration: EsNode | null): Meaning {
  switch (declaration?.type) {
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return 'type';
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
    case 'VariableDeclaration':
    case 'TSEnumDeclaration':
      return 'value';
    default:
      return null;
  }
}

/** Top-level names with the node that defines each. */
function declarations(statements: readonly EsNode[]): Map<string, EsNode | null> {
  const found = new Map<string, EsNode | null>();
  for (const statement of statements) {
    const wrapped = statement.type.startsWith('Export') ? child(statement, 'declaration') : statement;
    if (wrapped === null) continue;
    if (wrapped.type === 'VariableDeclaration') {
      for (const declarator of children(wrapped, 'declarations')) {
        for (const name of boundNames(child(declarator, 'id'))) found.set(name, child(declarator, 'init'));
      }
    } else {
      const name = nameOf(child(wrapped, 'id'));
      // The implementation of an overloaded function is not part of what callers see.
      const hidden = wrapped.type === 'FunctionDeclaration' && found.get(name ?? '')?.type === 'TSDeclareFunction';
      if (name !== null && !hidden) found.set(name, wrapped);
    }
  }
  return found;
}

/** Every name that a binding pattern gives. */
export function boundNames(pattern: EsNode | null): readonly string[] {
  if (pattern === null) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [stringOf(pattern, 'name') ?? ''];
    case 'ObjectPattern':
      return children(pattern, 'properties').flatMap((property) => boundNames(child(property, 'value') ?? property));
    case 'ArrayPattern':
      return children(pattern, 'elements').flatMap(boundNames);
    case 'AssignmentPattern':
      return boundNames(child(pattern, 'left'));
    case 'RestElement':
      return boundNames(child(pattern, 'argument'));
    case 'TSParameterProperty':
      return boundNames(child(pattern, 'parameter'));
    default:
      return [];
  }
}

function commonJsExports(expression: EsNode | null): readonly (readonly [string, EsNode | null])[] {
  if (expression?.type !== 'AssignmentExpression') return [];
  const left = child(expression, 'left');
  const right = child(expression, 'right');
  if (right?.type === 'AssignmentExpression') {
    // `exports.a = exports.b = value`
    const inner = commonJsExports(right);
    const value = inner[0]?.[1] ?? null;
    return inner.length === 0
      ? commonJsExports({ ...expression, right: child(right, 'right') })
      : [...commonJsExports({ ...expression, right: value }), ...inner];
  }
  // Compilers announce names with `exports.a = void 0`.
  if (left?.type !== 'MemberExpression' || right?.operator === 'void') return [];
  const target = child(left, 'object');
  const property = nameOf(left);
  const isExports = (node: EsNode | null) =>
    stringOf(node, 'name') === 'exports' ||
    (node?.type === 'MemberExpression' &&
      stringOf(child(node, 'object'), 'name') === 'module' &&
      nameOf(node) === 'exports');
  if (isExports(target) && property !== null) return [[property, right]];
  if (!isExports(left)) return [];
  if (right?.type !== 'ObjectExpression') return [['module.exports', right]];
  return children(right, 'properties').flatMap((member) => {
    const name = nameOf(child(member, 'key'));
    return name === null ? [] : [[name, child(member, 'value')] as const];
  });
}

function membersOf(value: EsNode | null): readonly { name: string; node: EsNode; signature: Signature | null }[] {
  if (value?.type !== 'ClassDeclaration' && value?.type !== 'ClassExpression') return [];
  const body = child(value, 'body');
  if (body === null) return [];
  return children(body, 'body').flatMap((member) => {
    const name = nameOf(child(member, 'key'));
    const access = stringOf(member, 'accessibility');
    if (name === null || name === 'constructor' || name.startsWith('#') || access === 'private') return [];
    return [{ name, node: member, signature: member.kind === 'get' ? null : signatureOf(child(member, 'value')) }];
  });
}

/** How a function or a class's constructor may be called; null when it is neither. */
function signatureOf(value: EsNode | null): Signature | null {
  if (value === null) return null;
  if (value.type === 'ClassDeclaration' || value.type === 'ClassExpression') {
    const body = child(value, 'body');
    const initialiser = body === null ? undefined : children(body, 'body').find(({ kind }) => kind === 'constructor');
    return initialiser === undefined ? null : signatureOf(child(initialiser, 'value'));
  }
  if (!Array.isArray(value.params) || !/Function/.test(value.type)) return null;
  const parameters = children(value, 'params').filter((parameter) => stringOf(parameter, 'name') !== 'this');
  const rest = parameters.some(({ type }) => type === 'RestElement');
  let required = 0;
  for (const [index, parameter] of parameters.entries()) {
    const bare = parameter.type === 'TSParameterProperty' ? child(parameter, 'parameter') : parameter;
    const optional = bare?.type === 'AssignmentPattern' || bare?.type === 'RestElement' || bare?.optional === true;
    if (!optional) required = index + 1;
  }
  return { required, maximum: rest ? null : parameters.length, requiredNames: [], names: [] };
}

function widest(one: Signature, other: Signature): Signature {
  return {
    required: Math.min(one.required, other.required),
    maximum: one.maximum === null || other.maximum === null ? null : Math.max(one.maximum, other.maximum),
    requiredNames: [],
    names: [],
  };
}
