import { lineOf, type SgNode } from '../../../syntax-tree/index.ts';
import type { FunctionModel } from '../model.ts';

const blockKinds: ReadonlySet<unknown> = new Set([
  'if_statement',
  'for_statement',
  'while_statement',
  'try_statement',
  'with_statement',
  'match_statement',
]);
const comprehensions: ReadonlySet<unknown> = new Set([
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
]);

const branchKinds: ReadonlySet<unknown> = new Set([
  'if_statement',
  'elif_clause',
  'conditional_expression',
  'boolean_operator',
  'except_clause',
  'except_group_clause',
  'for_statement',
  'while_statement',
  'for_in_clause',
]);

interface Measured {
  cyclomatic: number;
  nesting: number;
}

interface Around {
  readonly symbols: readonly string[];
  /** Nothing private and no function lies around. */
  readonly isOpen: boolean;
}

/** Every function with radon's cyclomatic number and the depth of its control blocks. */
export function functionsOf(root: SgNode): readonly FunctionModel[] {
  const found: FunctionModel[] = [];
  collect(root, { symbols: [], isOpen: true }, found);
  return found;
}

function collect(node: SgNode, around: Around, found: FunctionModel[]): void {
  for (const below of node.children()) {
    const kind = below.kind();
    if (kind === 'function_definition') collect(below, addFunction(below, around, found), found);
    else if (kind === 'class_definition') {
      const name = below.field('name')?.text() ?? '';
      const isOpen = around.isOpen && !name.startsWith('_');
      collect(below, { symbols: [...around.symbols, name], isOpen }, found);
    } else if (!below.isLeaf()) collect(below, around, found);
  }
}

function addFunction(node: SgNode, around: Around, found: FunctionModel[]): Around {
  const name = node.field('name')?.text() ?? '<anonymous>';
  const body = node.field('body');
  const measured: Measured = { cyclomatic: 1, nesting: 0 };
  if (body !== null) measure(body, 0, measured);
  const range = node.range();
  const symbols = [...around.symbols, name];
  found.push({
    name,
    symbol: symbols.join('.'),
    line: range.start.line + 1,
    column: range.start.column + 1,
    lines: lastLine(node) - range.start.line,
    nesting: measured.nesting,
    cyclomatic: measured.cyclomatic,
    isPublic: around.isOpen && !name.startsWith('_'),
    documented: body !== null && startsWithString(body),
  });
  return { symbols, isOpen: false };
}

/** 1-based line of the last character that is not blank. */
function lastLine(node: SgNode): number {
  const text = node.text().trimEnd();
  return lineOf(node) + text.split('\n').length - 1;
}

/** radon's ComplexityVisitor: what nested functions and classes hold is theirs, an assertion counts once and whole. */
function measure(node: SgNode, depth: number, into: Measured): void {
  for (const below of node.children()) {
    const kind = below.kind();
    if (kind === 'function_definition' || kind === 'class_definition' || kind === 'decorator') continue;
    if (kind === 'assert_statement') {
      into.cyclomatic += 1;
      continue;
    }
    into.cyclomatic += branches(below, node);
    const inner = blockKinds.has(kind) ? depth + 1 : depth;
    into.nesting = Math.max(into.nesting, inner);
    if (!below.isLeaf()) measure(below, inner, into);
  }
}

function branches(node: SgNode, parent: SgNode): number {
  const kind = node.kind();
  if (branchKinds.has(kind)) return 1;
  switch (kind) {
    case 'else_clause':
      return parent.kind() === 'if_statement' ? 0 : 1;
    case 'if_clause':
      return comprehensions.has(parent.kind()) ? 1 : 0;
    case 'case_clause':
      return isWildcard(node) ? 0 : 1;
    default:
      return 0;
  }
}

/** `case _:` without a guard, which stands for "otherwise". */
function isWildcard(node: SgNode): boolean {
  return /^case\s+_\s*:/.test(node.text());
}

function startsWithString(body: SgNode): boolean {
  const first = body.children().find((child) => child.kind() !== 'comment');
  return first?.kind() === 'expression_statement' && /string$/.test(String(first.child(0)?.kind()));
}
