import { lineOf, type SgNode } from '../../../syntax-tree/index.ts';
import type { ExportModel, Signature } from '../model.ts';
import { boundNames } from './bound-names.ts';

/** What a module offers: `__all__` where it is a plain list, else every top-level name without a leading `_`. */
export function exportsOf(root: SgNode, path: string): readonly ExportModel[] {
  const found = new Map<string, ExportModel>();
  const listed = new Set<string>();
  collect(root, path.endsWith('__init__.py'), found, listed);
  const models = [...found.values()];
  if (listed.size === 0) return models.filter(({ name }) => !/(^|\.)_/.test(name));
  // A name that is listed and that nothing defines is not offered, where everything that defines names can be seen.
  const bound = new Set<string>();
  boundNames(root, bound);
  const isOpen =
    path.endsWith('__init__.py') || /\bimport \*|^def __getattr__\b|\b(?:globals|exec)\s*\(/m.test(root.text());
  const others = [...listed].filter((name) => !found.has(name) && (isOpen || bound.has(name)));
  const plain = others.map((name) => ({ name, line: 1, signature: null }));
  return [...models.filter(({ name }) => listed.has(name.split('.')[0] ?? '')), ...plain];
}

function collect(node: SgNode, isPackage: boolean, found: Map<string, ExportModel>, listed: Set<string>): void {
  const add = (name: string, at: SgNode, signature: Signature | null) =>
    found.set(name, { name, line: lineOf(at), signature });
  for (const statement of node.children()) {
    const definition = statement.kind() === 'decorated_definition' ? statement.field('definition') : statement;
    switch (definition?.kind()) {
      case 'function_definition':
        add(definition.field('name')?.text() ?? '', definition, decoratedSignature(definition, statement, false));
        break;
      case 'class_definition':
        addClass(definition, add);
        break;
      case 'expression_statement':
        for (const assignment of definition.children()) addAssigned(assignment, add, listed);
        break;
      case 'import_from_statement':
        if (isPackage) for (const name of importedNames(definition)) add(name, definition, null);
        break;
      case 'if_statement':
      case 'try_statement':
      case 'block':
      case 'else_clause':
      case 'except_clause':
        collect(definition, isPackage, found, listed);
        break;
    }
  }
}

function addClass(node: SgNode, add: (name: string, at: SgNode, signature: Signature | null) => void): void {
  const name = node.field('name')?.text() ?? '';
  let ownSignature: Signature | null = null;
  const members: (readonly [string, SgNode, Signature | null])[] = [];
  for (const statement of node.field('body')?.children() ?? []) {
    const definition = statement.kind() === 'decorated_definition' ? statement.field('definition') : statement;
    if (definition?.kind() !== 'function_definition') continue;
    const member = definition.field('name')?.text() ?? '';
    const signature = decoratedSignature(definition, statement, true);
    if (member === '__init__') ownSignature = signature;
    else members.push([`${name}.${member}`, definition, signature]);
  }
  add(name, node, ownSignature);
  for (const [member, at, signature] of members) add(member, at, signature);
}

function addAssigned(
  assignment: SgNode,
  add: (name: string, at: SgNode, signature: Signature | null) => void,
  listed: Set<string>,
): void {
  if (assignment.kind() !== 'assignment') return;
  const left = assignment.field('left');
  if (left?.kind() !== 'identifier') return;
  if (left.text() !== '__all__') {
    add(left.text(), assignment, null);
    return;
  }
  for (const item of assignment.field('right')?.children() ?? []) {
    if (item.kind() === 'string') listed.add(item.text().replace(/^['"]+|['"]+$/g, ''));
  }
}

function importedNames(statement: SgNode): readonly string[] {
  return statement.fieldChildren('name').map((name) => name.field('alias')?.text() ?? name.text());
}

/** A decorator may change the signature, so only those that are known not to are looked through. */
function decoratedSignature(definition: SgNode, statement: SgNode, isMethod: boolean): Signature | null {
  const decorators =
    statement === definition ? [] : statement.children().filter((child) => child.kind() === 'decorator');
  const names = decorators.map((decorator) => decorator.text().slice(1).trim());
  if (names.some((name) => !/^(staticmethod|classmethod|abstractmethod|abc\.abstractmethod|override)$/.test(name))) {
    return null;
  }
  const parameters = definition.field('parameters');
  return parameters === null ? null : signatureOf(parameters, isMethod && !names.includes('staticmethod'));
}

interface PlainParameter {
  readonly name: string;
  readonly hasDefault: boolean;
  /** After `*`: it can only be given by name. */
  readonly isKeywordOnly: boolean;
}

const notParameters: ReadonlySet<string> = new Set(['(', ')', ',', 'comment', 'line_continuation']);

function signatureOf(parameters: SgNode, dropFirst: boolean): Signature {
  const plain: PlainParameter[] = [];
  let isKeywordOnly = false;
  let takesMore = false;
  let takesAnyName = false;
  let givenByPlace = 0;
  for (const parameter of parameters.children()) {
    const kind = String(parameter.kind());
    const text = parameter.text();
    if (notParameters.has(kind)) continue;
    if (kind === 'positional_separator') givenByPlace = plain.length;
    else if (kind === 'keyword_separator') isKeywordOnly = true;
    else if (text.startsWith('**')) takesAnyName = true;
    else if (text.startsWith('*')) takesMore = isKeywordOnly = true;
    else {
      const hasDefault = kind === 'default_parameter' || kind === 'typed_default_parameter';
      plain.push({ name: text.split(/[\s:=]/, 1)[0] ?? text, hasDefault, isKeywordOnly });
    }
  }
  // What a method is called on is given by the call itself.
  const isDropped = dropFirst && plain[0]?.isKeywordOnly === false;
  const byName = plain.slice(Math.max(givenByPlace, isDropped ? 1 : 0));
  const positional = (isDropped ? plain.slice(1) : plain).filter((one) => !one.isKeywordOnly);
  const isNeeded = ({ hasDefault }: PlainParameter) => !hasDefault;
  return {
    required: positional.filter(isNeeded).length,
    maximum: takesMore ? null : positional.length,
    requiredNames: namesOf(byName.filter((one) => one.isKeywordOnly && isNeeded(one))),
    names: takesAnyName ? null : namesOf(byName),
    requiredByName: namesOf(byName.filter((one) => !one.isKeywordOnly && isNeeded(one))),
  };
}

function namesOf(parameters: readonly PlainParameter[]): readonly string[] {
  return parameters.map(({ name }) => name);
}
