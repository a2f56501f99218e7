import { createRequire } from 'node:module';
import { parse, registerDynamicLanguage, type SgNode } from '@ast-grep/napi';
import { type Grammar, grammars } from './grammar.ts';

let registered = false;

/** The syntax tree of a source. The grammars are loaded at the first use. */
export function parseTree(grammar: Grammar, text: string): SgNode {
  if (!registered) {
    const load = createRequire(import.meta.url);
    registerDynamicLanguage(Object.fromEntries(grammars.map((name) => [name, load(`@ast-grep/lang-${name}`)])));
    registered = true;
  }
  // Some grammars, Go's for one, take a missing final newline for an error.
  return parse(grammar, text.endsWith('\n') ? text : `${text}\n`).root();
}

/** The line on which a node begins, 1-based. */
export function lineOf(node: SgNode): number {
  return node.range().start.line + 1;
}

/** Where a source does not parse; line and column are 1-based. */
export interface TreeError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** By what a source does not parse: the outermost ERROR nodes, and what is missing, in their order. */
export function treeErrors(root: SgNode, source: string): readonly TreeError[] {
  const isRight =
    root.find({ rule: { kind: 'ERROR' } }) === null && !root.findAll({ rule: { regex: '^$' } }).some(isMissing);
  return isRight ? [] : errorsBelow(root, source);
}

function errorsBelow(node: SgNode, source: string): readonly TreeError[] {
  const { start } = node.range();
  const place = { line: start.line + 1, column: start.column + 1 };
  if (node.kind() === 'ERROR') {
    const text = node.text().slice(0, 60).toWellFormed();
    // What a gap was read as does not stand in the source.
    return [{ ...place, message: source.includes(text) ? `cannot be read: ${text}` : 'cannot be read' }];
  }
  if (isMissing(node)) return [{ ...place, message: `${node.kind()} is missing` }];
  return node.children().flatMap((child) => errorsBelow(child, source));
}

/** Kinds that have no width in correct sources of some language. */
const mayBeEmpty: ReadonlySet<string | number> = new Set([
  'source_file',
  'program',
  'translation_unit',
  'compilation_unit',
  'string_content',
  'raw_string_content',
  'raw_string_literal_content',
]);

/** Whether tree-sitter made a node up, of no width, where something is missing. */
function isMissing(node: SgNode): boolean {
  const { start, end } = node.range();
  return start.index === end.index && node.children().length === 0 && !mayBeEmpty.has(node.kind());
}
