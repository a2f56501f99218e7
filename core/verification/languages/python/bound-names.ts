import type { SgNode } from '../../../syntax-tree/index.ts';

const bindingKinds = [
  'function_definition',
  'class_definition',
  'assignment',
  'augmented_assignment',
  'import_statement',
  'import_from_statement',
  'for_statement',
  'as_pattern_target',
  'named_expression',
  'global_statement',
  'type_alias_statement',
];

/** Every name that a module binds anywhere; more than its top level, so that doubt never alarms. */
export function boundNames(root: SgNode, found: Set<string>): void {
  for (const node of root.findAll({ rule: { any: bindingKinds.map((kind) => ({ kind })) } })) {
    for (const name of namesBoundBy(node)) found.add(name);
  }
  for (const special of ['__name__', '__file__', '__doc__', '__path__', '__all__', '__version__']) found.add(special);
}

function namesBoundBy(node: SgNode): readonly string[] {
  switch (node.kind()) {
    case 'import_statement':
    case 'import_from_statement':
      return node.fieldChildren('name').map((name) => name.field('alias')?.text() ?? name.text().split('.')[0] ?? '');
    case 'function_definition':
    case 'class_definition':
      return [node.field('name')?.text() ?? ''];
    default: {
      const target = node.field('left') ?? node.field('name') ?? node;
      return target.text().match(/[\p{L}_][\p{L}\d_]*/gu) ?? [];
    }
  }
}
