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

/**
 * Where a name may be missing on purpose: `try` whose handler expects that, or code for other systems and type
 * checkers.
 */
export function isGuarded(node: SgNode): boolean {
  const around = node.ancestors();
  return around.some((one, index) => {
    if (one.kind() === 'if_statement') return isAskedFor(node, one.field('condition')?.text() ?? '');
    if (one.kind() !== 'try_statement') return false;
    const inside = around[index - 1];
    if (inside?.kind() === 'finally_clause') return false;
    const handlers = one.children().filter((child) => child.kind() === 'except_clause');
    if (handlers.some((handler) => expects.test(firstLine(handler)) && !raisesAgain(handler))) return true;
    // Who catches everything around many statements does not ask whether one name is there.
    const body = one.field('body');
    const isOneStatement = body?.children().filter((child) => child.kind() !== 'comment').length === 1;
    return (
      isOneStatement && inside?.id() === body?.id() && handlers.some((one) => catchesAll(one) && !raisesAgain(one))
    );
  });
}

/**
 * Whether a condition asks for the system, for type checkers, or with `hasattr` for this member or another of its
 * receiver.
 */
function isAskedFor(node: SgNode, condition: string): boolean {
  if (/TYPE_CHECKING|sys\.(platform|version_info)|PY[23]/.test(condition)) return true;
  if (!condition.includes('hasattr')) return false;
  const access = node.kind() === 'attribute' ? node : node.parent();
  const member = access?.kind() === 'attribute' ? access : null;
  if (member === null && node.kind() !== 'identifier') return true;
  const name = (member?.field('attribute') ?? node).text();
  const receiver = member?.field('object')?.text();
  return (
    condition.includes(`'${name}'`) ||
    condition.includes(`"${name}"`) ||
    (receiver !== undefined && condition.replaceAll(/\s/g, '').includes(`hasattr(${receiver},`))
  );
}

const expects = /ImportError|ModuleNotFoundError|AttributeError|NameError/;

function catchesAll(handler: SgNode): boolean {
  return /^except\s*:|\b(Base)?Exception\b/.test(firstLine(handler));
}

function firstLine(node: SgNode): string {
  return node.text().split('\n', 1)[0] ?? '';
}

/** A handler that ends in a bare `raise` hides no error. */
function raisesAgain(handler: SgNode): boolean {
  const body = handler.children().find((child) => child.kind() === 'block');
  return body?.children().at(-1)?.text() === 'raise';
}
