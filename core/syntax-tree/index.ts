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

/** The first ERROR node, by which the source does not parse; null when there is none. */
export function firstError(root: SgNode): { readonly line: number; readonly message: string } | null {
  const error = root.find({ rule: { kind: 'ERROR' } });
  return error === null ? null : { line: lineOf(error), message: `cannot be read: ${error.text().slice(0, 60)}` };
}
