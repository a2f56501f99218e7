/** Syntax trees of sources by tree-sitter, and Python by ruff: the one place that loads them. */
export type { SgNode } from '@ast-grep/napi';
export type { Grammar } from './grammar.ts';
export { lineOf, parseTree, type TreeError } from './parse.ts';
export { readTree } from './read.ts';
export { pythonDiagnostics, pythonSyntaxErrors } from './ruff.ts';
