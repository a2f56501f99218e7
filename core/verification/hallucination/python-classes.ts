import type { SgNode } from '@ast-grep/napi';
import { lineOf } from '../languages/tree-sitter.ts';
import type { Violation } from '../result.ts';
import { unknownName } from './names.ts';
import { nearestName } from './nearest.ts';

/**
 * `self.name(…)` in a class whose every part is in this file, where nothing of it has that name. A class that others
 * inherit from may leave methods to them: `isInherited` tells.
 */
export function missingMethods(
  root: SgNode,
  file: string,
  isInherited: (className: string) => boolean,
): readonly Violation[] {
  const classes = new Map<string, SgNode>();
  for (const node of root.findAll({ rule: { kind: 'class_definition' } })) {
    classes.set(node.field('name')?.text() ?? '', node);
  }
  const assigned = new Set<string>();
  for (const node of root.findAll({ rule: { kind: 'attribute' } })) {
    const parent = node.parent();
    const isCall = parent?.kind() === 'call' && parent.field('function')?.id() === node.id();
    if (!isCall) assigned.add(node.field('attribute')?.text() ?? '');
  }
  return [...classes].flatMap(([name, node]) => {
    const members = membersOf(node, classes, new Set([name]));
    if (members === null) return [];
    return node.findAll({ rule: { kind: 'call' } }).flatMap((call) => {
      const target = call.field('function');
      const object = target?.kind() === 'attribute' ? target.field('object') : null;
      const member = target?.field('attribute')?.text() ?? '';
      if (object === null || object?.text() !== 'self' || ownerOf(call)?.id() !== node.id()) return [];
      if (members.has(member) || assigned.has(member) || member.startsWith('__')) return [];
      if (isInherited(name)) return [];
      const nearest = nearestName(member, members);
      const message = `Called undefined method '${member}' of class '${name}'${nearest === null ? '' : ' (typo?)'}`;
      return [unknownName({ rule: 'member', file, line: lineOf(call), symbol: `${name}.${member}`, message, nearest })];
    });
  });
}

function ownerOf(node: SgNode): SgNode | undefined {
  return node.ancestors().find((around) => around.kind() === 'class_definition');
}

/** The names of a class and its bases; null when something of it lies elsewhere or is made at run time. */
function membersOf(node: SgNode, classes: ReadonlyMap<string, SgNode>, seen: ReadonlySet<string>): Set<string> | null {
  if (/\b(__getattr__|__getattribute__|setattr|__dict__|metaclass)\b/.test(node.text())) return null;
  if (node.parent()?.kind() === 'decorated_definition') {
    const decorators =
      node
        .parent()
        ?.children()
        .filter((child) => child.kind() === 'decorator') ?? [];
    if (decorators.some((one) => !/^@(dataclasses\.)?dataclass\b/.test(one.text()))) return null;
  }
  const found = new Set<string>();
  for (const word of node.field('body')?.children() ?? []) {
    const definition = word.kind() === 'decorated_definition' ? word.field('definition') : word;
    const name = definition?.field('name')?.text();
    if (name !== undefined) found.add(name);
    else for (const bound of word.text().match(/[\p{L}_][\p{L}\d_]*/gu) ?? []) found.add(bound);
  }
  for (const base of node.field('superclasses')?.children() ?? []) {
    if (['(', ')', ','].includes(base.text()) || base.text() === 'object') continue;
    const other = classes.get(base.text());
    if (other === undefined || seen.has(base.text())) return null;
    const inherited = membersOf(other, classes, new Set([...seen, base.text()]));
    if (inherited === null) return null;
    for (const name of inherited) found.add(name);
  }
  return found;
}
