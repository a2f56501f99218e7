/** Syntax trees of sources by tree-sitter, and Python by ruff: the one place that loads them. */
import { createRequire } from 'node:module';
import { parse, registerDynamicLanguage, type SgNode } from '@ast-grep/napi';

export type { SgNode } from '@ast-grep/napi';
export { pythonDiagnostics, pythonSyntaxErrors } from './ruff.ts';

const grammars = ['python', 'go', 'rust', 'java', 'c', 'cpp', 'ruby', 'csharp'] as const;
/** A language whose grammar is a package of its own. */
export type Grammar = (typeof grammars)[number];
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

/** By what a source does not parse: the first ERROR node, else the first thing that is missing; null: it parses. */
export function firstError(root: SgNode): { readonly line: number; readonly message: string } | null {
  const error = root.find({ rule: { kind: 'ERROR' } });
  if (error !== null) return { line: lineOf(error), message: `cannot be read: ${error.text().slice(0, 60)}` };
  const missing = root.findAll({ rule: { regex: '^$' } }).find(isMissing);
  return missing === undefined ? null : { line: lineOf(missing), message: `${missing.kind()} is missing` };
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
export function isMissing(node: SgNode): boolean {
  const { start, end } = node.range();
  return start.index === end.index && node.children().length === 0 && !mayBeEmpty.has(node.kind());
}
