import type { ExportModel, Signature } from '../model.ts';
import { child, children, type EsNode, type EsSource, nameOf, stringOf } from './syntax.ts';

/** What a module offers: ES exports with members of exported classes, and the usual forms of CommonJS. */
export function exportsOf(source: EsSource): readonly ExportModel[] {
  const { program, places } = source;
  const body = children(program, 'body');
  const declared = declarations(body);
  const found = new Map<string, ExportModel>();
  const add = (name: string, node: EsNode, value: EsNode | null, meaning: Meaning) => {
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
  const resolve: Resolve = (value) =>
    value?.type === 'Identifier' ? (declared.get(stringOf(value, 'name') ?? '') ?? null) : value;

  for (const statement of body) {
    for (const { name, node, value, meaning } of offersOf(statement, resolve)) add(name, node, value, meaning);
  }
  return [...found.values()];
}

/** A name that a statement exports, with the node that says so and what it stands for where that is known. */
interface Offer {
  readonly name: string;
  readonly node: EsNode;
  readonly value: EsNode | null;
  readonly meaning: Meaning;
}

type Resolve = (value: EsNode | null) => EsNode | null;

function offersOf(statement: EsNode, resolve: Resolve): readonly Offer[] {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return namedOffers(statement, resolve);
    case 'ExportDefaultDeclaration': {
      const declaration = child(statement, 'declaration');
      return [{ name: 'default', node: statement, value: resolve(declaration), meaning: meaningOf(declaration) }];
    }
    case 'ExportAllDeclaration': {
      const source = JSON.stringify(child(statement, 'source')?.value);
      const name = nameOf(child(statement, 'exported')) ?? `* from ${source}`;
      return [{ name, node: statement, value: null, meaning: null }];
    }
    case 'ExpressionStatement':
      return commonJsExports(child(statement, 'expression')).map(([name, value]) => {
        return { name, node: statement, value: resolve(value), meaning: null };
      });
    default:
      return [];
  }
}

function namedOffers(statement: EsNode, resolve: Resolve): readonly Offer[] {
  const declared = meaningOf(child(statement, 'declaration'));
  const own = [...declarations([statement])].map(([name, value]) => {
    return { name, node: statement, value, meaning: declared };
  });
  const listed = children(statement, 'specifiers').flatMap((specifier) => {
    const name = nameOf(child(specifier, 'exported'));
    if (name === null) return [];
    const value = statement.source === null ? resolve(child(specifier, 'local')) : null;
    const isType = statement.exportKind === 'type' || specifier.exportKind === 'type';
    const meaning: Meaning = isType ? 'type' : value?.type === 'FunctionDeclaration' ? 'value' : null;
    return [{ name, node: specifier, value, meaning }];
  });
  return [...own, ...listed];
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

type CommonJsExport = readonly [name: string, value: EsNode | null];

/** Compilers write one chain of hundreds: `exports.a = exports.b = value` gives each of them the value. */
function commonJsExports(expression: EsNode | null): readonly CommonJsExport[] {
  const targets: (EsNode | null)[] = [];
  let value = expression;
  while (value?.type === 'AssignmentExpression') {
    targets.push(child(value, 'left'));
    value = child(value, 'right');
  }
  return targets.flatMap((target) => exportsBy(target, value));
}

function exportsBy(target: EsNode | null, value: EsNode | null): readonly CommonJsExport[] {
  // Compilers announce names with `exports.a = void 0`.
  if (target?.type !== 'MemberExpression' || value?.operator === 'void') return [];
  const property = nameOf(target);
  if (isExportsObject(child(target, 'object')) && property !== null) return [[property, value]];
  if (!isExportsObject(target)) return [];
  if (value?.type !== 'ObjectExpression') return [['module.exports', value]];
  return children(value, 'properties').flatMap((member) => {
    const name = nameOf(child(member, 'key'));
    return name === null ? [] : [[name, child(member, 'value')] as const];
  });
}

/** `exports` or `module.exports`. */
function isExportsObject(node: EsNode | null): boolean {
  if (stringOf(node, 'name') === 'exports') return true;
  if (node?.type !== 'MemberExpression' || nameOf(node) !== 'exports') return false;
  return stringOf(child(node, 'object'), 'name') === 'module';
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
  const required = parameters.findLastIndex((parameter) => !isOptional(parameter)) + 1;
  return { required, maximum: rest ? null : parameters.length, requiredNames: [], names: [] };
}

function isOptional(parameter: EsNode): boolean {
  const bare = parameter.type === 'TSParameterProperty' ? child(parameter, 'parameter') : parameter;
  return bare?.type === 'AssignmentPattern' || bare?.type === 'RestElement' || bare?.optional === true;
}

function widest(one: Signature, other: Signature): Signature {
  return {
    required: Math.min(one.required, other.required),
    maximum: one.maximum === null || other.maximum === null ? null : Math.max(one.maximum, other.maximum),
    requiredNames: [],
    names: [],
  };
}
