import { type Grammar, lineOf, readTree, type SgNode } from '../../syntax-tree/index.ts';
import type { FunctionModel, NotRead, SourceModel } from './model.ts';

/** What sets one language apart for a count over its syntax tree. */
export interface TokenCounted {
  readonly grammar: Grammar;
  /** Kinds of nodes that are functions of their own. */
  readonly functionKinds: readonly string[];
  /** Tokens that each add 1 to the cyclomatic number. */
  readonly branchTokens: readonly string[];
  /** Kinds of nodes that add 1 where a token alone cannot tell. */
  readonly branchKinds?: readonly string[];
  readonly blockKinds: readonly string[];
  /** True: a function inside a function belongs to the outer one as well (gocyclo). */
  readonly innerCounts?: boolean;
  isPublic(node: SgNode, name: string): boolean;
}

interface Sets {
  readonly functions: ReadonlySet<unknown>;
  readonly tokens: ReadonlySet<unknown>;
  readonly branches: ReadonlySet<unknown>;
  readonly blocks: ReadonlySet<unknown>;
}

/** The model of a source in a language whose complexity is a count of tokens, as lizard and gocyclo do it. */
export function readByTokens(language: TokenCounted, text: string): SourceModel | NotRead {
  const { root, errors, unknown, isWhole } = readTree(language.grammar, text);
  // A preprocessor turns the text into something else, so what does not parse before it may still be right.
  const mayBePreprocessed = (language.grammar === 'c' || language.grammar === 'cpp') && /^[ \t]*#/m.test(text);
  const [syntaxError] = mayBePreprocessed ? [] : errors;
  if (syntaxError !== undefined) return { syntaxError, functions: [], names: [], exports: null, surface: [] };
  if (unknown !== null && !mayBePreprocessed) return { reason: `uses ${unknown}, which its grammar does not know` };
  if (errors.length === 0 && !isWhole) return { reason: 'parses, and the grammar of its tree does not know all of it' };
  const sets: Sets = {
    functions: new Set(language.functionKinds),
    tokens: new Set(language.branchTokens),
    branches: new Set(language.branchKinds ?? []),
    blocks: new Set(language.blockKinds),
  };
  const functions: FunctionModel[] = [];
  const types = new Set<string>();
  collect(root, [], language, sets, functions, types);
  const names = functions
    .filter(({ name }) => name !== '<anonymous>')
    .map(({ name, line }) => ({ name: name.split(/::|\./).at(-1) ?? name, kind: 'function' as const, line }));
  return {
    syntaxError: null,
    functions,
    names,
    exports: null,
    surface: [...new Set([...names.map(({ name }) => name), ...types])],
  };
}

function collect(
  node: SgNode,
  around: readonly string[],
  language: TokenCounted,
  sets: Sets,
  found: FunctionModel[],
  types: Set<string>,
): void {
  for (const below of node.children()) {
    let inner = around;
    if (sets.functions.has(below.kind()) && below.field('body') !== null) {
      const model = functionModel(below, around, language, sets);
      found.push(model);
      inner = [...around, model.name];
    } else {
      const name = below.field('name');
      if (name !== null && isType(below)) types.add(name.text());
      const isNamed = /class|struct|impl|module|interface|namespace/.test(String(below.kind()));
      if (isNamed && name !== null) {
        inner = [...around, name.text()];
      }
    }
    if (!below.isLeaf()) collect(below, inner, language, sets, found, types);
  }
}

/** Whether a node defines a type: `struct a x;` only uses one. */
function isType(node: SgNode): boolean {
  const kind = String(node.kind());
  if (kind === 'type_spec' || kind === 'type_alias') return true;
  return /class|struct|interface|enum|union|trait|record|type_item|module/.test(kind) && node.field('body') !== null;
}

function functionModel(node: SgNode, around: readonly string[], language: TokenCounted, sets: Sets): FunctionModel {
  const name = functionName(node);
  const measured = { cyclomatic: 1, nesting: 0 };
  measure(node, 0, language, sets, measured);
  const range = node.range();
  return {
    name,
    symbol: [...around, name].join('.'),
    line: range.start.line + 1,
    column: range.start.column + 1,
    lines: node.text().trimEnd().split('\n').length,
    ...measured,
    isPublic: language.isPublic(node, name),
    documented: commentBefore(node),
  };
}

function measure(
  node: SgNode,
  depth: number,
  language: TokenCounted,
  sets: Sets,
  into: { cyclomatic: number; nesting: number },
): void {
  for (const below of node.children()) {
    const kind = below.kind();
    if (sets.functions.has(kind) && language.innerCounts !== true) continue;
    // Anonymous nodes are the tokens themselves: their kind is their text, so strings and comments never count.
    if (below.isLeaf() && sets.tokens.has(kind)) into.cyclomatic += 1;
    if (sets.branches.has(kind)) into.cyclomatic += 1;
    // In some grammars the keyword has the kind of its statement.
    const isBlock = sets.blocks.has(kind) && !below.isLeaf() && !isElseIf(node, below);
    const inner = isBlock ? depth + 1 : depth;
    into.nesting = Math.max(into.nesting, inner);
    if (!below.isLeaf()) measure(below, inner, language, sets, into);
  }
}

/** `else if` continues its chain: it is the alternative of the `if` around it, not inside its block. */
function isElseIf(parent: SgNode, node: SgNode): boolean {
  if (parent.kind() === 'else_clause') return /^if/.test(node.text());
  if (parent.kind() !== node.kind()) return false;
  return parent.field('alternative')?.id() === node.id() || node.prev()?.text() === 'else';
}

/** The innermost declarator's name (C: `*(name)(…)`), or the `name` field. */
function functionName(node: SgNode): string {
  const name = node.field('name');
  if (name !== null) return name.text();
  let declarator = node.field('declarator');
  while (declarator !== null) {
    const below: SgNode | null = declarator.field('declarator');
    if (below === null) break;
    declarator = below;
  }
  const text = declarator?.text() ?? '';
  return text === '' || /[\s(]/.test(text) ? (/[\w~:]+/.exec(text)?.[0] ?? '<anonymous>') : text;
}

function commentBefore(node: SgNode): boolean {
  let previous = node.prev();
  while (previous !== null && /attribute|decorator|annotation/.test(String(previous.kind())))
    previous = previous.prev();
  return previous !== null && /comment/.test(String(previous.kind())) && lineOf(node) - previous.range().end.line <= 2;
}
