import { readJavaScript } from '../../../syntax-tree/index.ts';
import type { NotRead } from '../model.ts';
import { Places } from '../places.ts';

/** A node of the ESTree that the parser gives; fields are read by name and checked where they are read. */
export interface EsNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface EsSource {
  readonly program: EsNode;
  readonly comments: readonly {
    readonly type: string;
    readonly value: string;
    readonly start: number;
    readonly end: number;
  }[];
  readonly places: Places;
  readonly text: string;
  readonly error: { readonly line: number; readonly message: string } | null;
}

/** Whether a value of the syntax tree is a node: an object whose `type` is a text. */
export function isNode(value: unknown): value is EsNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The node in a field, or null. */
export function child(node: EsNode, field: string): EsNode | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

/** The nodes in a field that holds a list. */
export function children(node: EsNode, field: string): readonly EsNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The text in a field, or null where there is none. */
export function stringOf(node: EsNode | null, field: string): string | null {
  const value = node?.[field];
  return typeof value === 'string' ? value : null;
}

/** Every node directly below, in source order of the fields. */
export function nodesBelow(node: EsNode): readonly EsNode[] {
  const found: EsNode[] = [];
  for (const field in node) {
    const value = node[field];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) found.push(item);
    } else if (isNode(value)) {
      found.push(value);
    }
  }
  return found;
}

/** The name an identifier or literal key stands for; null for computed ones. */
export function nameOf(node: EsNode | null): string | null {
  if (node === null) return null;
  switch (node.type) {
    case 'Identifier':
      return stringOf(node, 'name');
    case 'PrivateIdentifier':
      return `#${stringOf(node, 'name') ?? ''}`;
    case 'Literal':
      return String(node.value);
    case 'MemberExpression':
      return node.computed === true ? null : nameOf(child(node, 'property'));
    default:
      return null;
  }
}

/** Parses a source; what is written in Flow is not read. */
export function parseJavaScript(text: string, path: string): EsSource | NotRead {
  const { program, comments, errors, notRead } = readJavaScript(text, path);
  if (notRead !== null) return { reason: notRead };
  if (!isNode(program)) throw new Error('bug: the parser gave no program');
  const places = new Places(text);
  const [first] = errors;
  const error = first === undefined ? null : { line: places.line(first.start), message: first.message };
  return { program, comments, places, text, error };
}
