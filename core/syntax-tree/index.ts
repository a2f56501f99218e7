/**
 * Sources by their parsers: tree-sitter, oxc for JavaScript and TypeScript, ruff for Python, Prism for Ruby. The one place
 * that loads them.
 */
export type { SgNode } from '@ast-grep/napi';
export type { Grammar } from './grammar.ts';
export { readJavaScript } from './javascript.ts';
export { lineOf, parseTree, type TreeError } from './parse.ts';
export { readTree } from './read.ts';
export { pythonDiagnostics, pythonSyntaxErrors } from './ruff.ts';
