import type { FunctionModel } from '../model.ts';
import { child, type EsNode, type EsSource, nameOf, nodesBelow, stringOf } from './syntax.ts';

const functionTypes: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
const branchTypes: ReadonlySet<string> = new Set([
  'CatchClause',
  'ConditionalExpression',
  'LogicalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'IfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'AssignmentPattern',
]);
const blockTypes: ReadonlySet<string> = new Set([
  'IfStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'TryStatement',
  'WithStatement',
]);

interface OpenFunction {
  cyclomatic: number;
  nesting: number;
}

/** A function as ESLint's `complexity` rule sees one: field initializers and static blocks are functions too. */
export interface EsFunction extends FunctionModel {
  readonly start: number;
  readonly kind: 'function' | 'class-field-initializer' | 'class-static-block';
  /** The statement or member that declares it, for what stands before it. */
  readonly owner: EsNode;
}

/** Every function with ESLint's classic cyclomatic number and the depth of its control blocks. */
export function functionsOf(source: EsSource): readonly EsFunction[] {
  const finder = new FunctionFinder(source);
  finder.walk(source.program, null, 0, [], source.program, source.program);
  return finder.found;
}

class FunctionFinder {
  readonly found: EsFunction[] = [];
  readonly #source: EsSource;

  constructor(source: EsSource) {
    this.#source = source;
  }

  /** `into`: the function that is open there; `owner`: what stands before it is its documentation. */
  walk(
    node: EsNode,
    into: OpenFunction | null,
    depth: number,
    scope: readonly string[],
    parent: EsNode,
    owner: EsNode,
  ): void {
    if (functionTypes.has(node.type) && node.body !== null) {
      this.#open(node, 'function', scope, parent, owner);
      return;
    }
    if (node.type === 'StaticBlock') {
      this.#open(node, 'class-static-block', scope, parent, node);
      return;
    }
    const below = blockTypes.has(node.type) && !isElseIf(node, parent) ? depth + 1 : depth;
    if (into !== null) {
      if (isBranch(node)) into.cyclomatic += 1;
      into.nesting = Math.max(into.nesting, below);
    }
    const inner = isClass(node) ? [...scope, functionName(node, parent) ?? '<class>'] : scope;
    for (const next of nodesBelow(node)) {
      if (node.type === 'PropertyDefinition' && next === node.value) {
        this.#open(next, 'class-field-initializer', inner, node, node);
      } else {
        const nextOwner = isOwner(next) && !isDeclarationOf(owner, next) ? next : owner;
        this.walk(next, into, below, inner, node, nextOwner);
      }
    }
  }

  #open(node: EsNode, kind: EsFunction['kind'], scope: readonly string[], parent: EsNode, owner: EsNode): void {
    const { places } = this.#source;
    const name = kind === 'function' ? (functionName(node, parent) ?? '<anonymous>') : kind.replaceAll('-', ' ');
    const signature = parent.type === 'MethodDefinition' || isMethod(parent, node) ? parent : node;
    const measured: OpenFunction = { cyclomatic: 1, nesting: 0 };
    // What a field is initialised with carries the field's name, so the initializer adds none.
    const inner = kind === 'class-field-initializer' ? scope : [...scope, name];
    const place = this.found.length;
    if (kind === 'class-field-initializer') this.walk(node, measured, 0, inner, parent, owner);
    else for (const below of nodesBelow(node)) this.walk(below, measured, 0, inner, node, below);
    const line = places.line(signature.start);
    this.found.splice(place, 0, {
      name,
      symbol: [...scope, name].join('.'),
      line,
      column: places.column(signature.start),
      lines: places.line(node.end) - line + 1,
      nesting: measured.nesting,
      cyclomatic: measured.cyclomatic,
      isPublic: false,
      documented: documentationBefore(this.#source, owner) || documentationBefore(this.#source, signature),
      start: node.start,
      kind,
      owner,
    });
  }
}

/** `else if` continues its chain and is no deeper than the `if` before it. */
function isElseIf(node: EsNode, parent: EsNode): boolean {
  return node.type === 'IfStatement' && parent.type === 'IfStatement' && parent.alternate === node;
}

function isClass({ type }: EsNode): boolean {
  return type === 'ClassDeclaration' || type === 'ClassExpression';
}

function isBranch(node: EsNode): boolean {
  if (branchTypes.has(node.type)) return true;
  switch (node.type) {
    case 'SwitchCase':
      return node.test !== null;
    case 'AssignmentExpression':
      return node.operator === '&&=' || node.operator === '||=' || node.operator === '??=';
    case 'MemberExpression':
    case 'CallExpression':
      return node.optional === true;
    default:
      return false;
  }
}

function isOwner(node: EsNode): boolean {
  return /Statement$|Declaration$|^MethodDefinition$|^Property$|^PropertyDefinition$/.test(node.type);
}

/** `export function f` is documented before `export`. */
function isDeclarationOf(owner: EsNode, node: EsNode): boolean {
  return owner.type.startsWith('Export') && child(owner, 'declaration') === node;
}

function isMethod(parent: EsNode, node: EsNode): boolean {
  return parent.type === 'Property' && parent.value === node && (parent.method === true || parent.kind !== 'init');
}

/** The name a function or class has by itself or by what it is put into. */
function functionName(node: EsNode, parent: EsNode): string | null {
  const own = nameOf(child(node, 'id'));
  if (own !== null) return own;
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent.init === node ? nameOf(child(parent, 'id')) : null;
    case 'MethodDefinition':
    case 'Property':
    case 'PropertyDefinition':
      return parent.value === node && parent.computed !== true ? nameOf(child(parent, 'key')) : null;
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return parent.right === node ? nameOf(child(parent, 'left')) : null;
    case 'ExportDefaultDeclaration':
      return 'default';
    default:
      return null;
  }
}

/** Whether a `/** … *\/` comment is the last thing before the node. Comments come in source order. */
function documentationBefore({ comments, text }: EsSource, node: EsNode): boolean {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.end ?? 0) <= node.start) low = middle + 1;
    else high = middle;
  }
  const last = comments[low - 1];
  if (last === undefined || last.type !== 'Block' || !last.value.startsWith('*')) return false;
  return node.start - last.end < 1000 && text.slice(last.end, node.start).trim() === '';
}

/** Whether a class member is for its users: no `#`, no private or protected, no constructor or accessor. */
export function isPublicMember(member: EsNode): boolean {
  const name = nameOf(child(member, 'key')) ?? '';
  const access = stringOf(member, 'accessibility');
  if (name.startsWith('#') || name.startsWith('_') || access === 'private' || access === 'protected') return false;
  return member.kind === 'method' && member.override !== true;
}
