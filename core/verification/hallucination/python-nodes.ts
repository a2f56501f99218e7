import type { SgNode } from '../../syntax-tree/index.ts';

/** The smallest node at a place; lines and columns begin at 0. */
export function nodeAt(root: SgNode, line: number, column: number): SgNode | null {
  let found: SgNode = root;
  for (;;) {
    const next = found.children().find((child) => {
      const { start, end } = child.range();
      const begins = start.line < line || (start.line === line && start.column <= column);
      return begins && (end.line > line || (end.line === line && end.column > column));
    });
    if (next === undefined) return found === root ? null : found;
    found = next;
  }
}

/** Annotations never run, or only to be looked at. */
export function isTypeOnly(node: SgNode): boolean {
  return node.ancestors().some((around) => around.kind() === 'type') || node.kind() === 'string_content';
}

/** Inside `try` with a handler that expects the name to be missing, or in code for type checkers alone. */
export function isGuarded(node: SgNode): boolean {
  const around = node.ancestors();
  return around.some((one, index) => {
    if (one.kind() === 'if_statement')
      return /TYPE_CHECKING|sys\.(platform|version_info)|hasattr|PY[23]/.test(one.field('condition')?.text() ?? '');
    if (one.kind() !== 'try_statement') return false;
    const inside = around[index - 1];
    if (inside?.kind() === 'finally_clause') return false;
    return one
      .children()
      .some(
        (child) =>
          child.kind() === 'except_clause' &&
          /^except\s*:|ImportError|ModuleNotFoundError|AttributeError|NameError|Exception\b/.test(
            child.text().split('\n', 1)[0] ?? '',
          ),
      );
  });
}
