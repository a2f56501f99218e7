import type { SgNode } from '../../syntax-tree/index.ts';

/** The modules that a statement imports, relative ones made absolute. */
export function importsOf(statement: SgNode, file: string): readonly { module: string; names: readonly string[] }[] {
  const plain = (node: SgNode) => node.field('name')?.text() ?? node.text();
  if (statement.kind() === 'import_statement') {
    return statement.fieldChildren('name').map((name) => ({ module: plain(name), names: [] }));
  }
  const from = statement.field('module_name')?.text() ?? '';
  const dots = /^\.*/.exec(from)?.[0].length ?? 0;
  const rest = from.slice(dots);
  const folder = file.split('/').slice(0, -1);
  const above = dots === 0 ? [] : folder.slice(0, folder.length - (dots - 1));
  const module = [...above, ...(rest === '' ? [] : [rest])].join('.');
  return [{ module, names: statement.fieldChildren('name').map(plain) }];
}

/** The modules of which a source imports everything. */
export function starModules(root: SgNode, file: string): readonly string[] {
  return root
    .findAll({ rule: { kind: 'import_from_statement', has: { kind: 'wildcard_import' } } })
    .flatMap((statement) => importsOf(statement, file).map(({ module }) => module));
}

/**
 * The module that a name stands for inside the function around a node, when that function imports it and binds it no
 * other way.
 */
export function locallyImported(name: string, node: SgNode): string | null {
  const around = functionAround(node);
  if (around === null) return null;
  const imported = around.findAll({ rule: { kind: 'import_statement' } }).flatMap((statement) => {
    if (functionAround(statement)?.id() !== around.id()) return [];
    return statement.fieldChildren('name').flatMap((one) => {
      const module = one.field('name')?.text() ?? one.text();
      const alias = one.field('alias')?.text();
      if (alias !== undefined) return alias === name ? [module] : [];
      const top = module.split('.')[0] ?? module;
      return top === name ? [top] : [];
    });
  });
  const [module] = imported;
  const body = `${around.field('parameters')?.text() ?? ''}${around.field('body')?.text() ?? ''}`;
  const isOne = module !== undefined && imported.every((one) => one === module);
  return isOne && !isBoundOtherwise(name, body) ? module : null;
}

function functionAround(node: SgNode): SgNode | null {
  return node.ancestors().find((one) => one.kind() === 'function_definition') ?? null;
}

/** Whether a text gives a name to something else than a module. */
export function isBoundOtherwise(name: string, text: string): boolean {
  const withoutImports = text.replaceAll(/^[ \t]*(?:from\s+\S+\s+)?import\s+(?:\([^)]*\)|[^\n]*)/gm, '');
  const bound = `(?:^|[^.\\w])${name}\\s*(?:=[^=]|:\\s*\\w+\\s*[=,)])|\\b(?:as|for|def|class|global)\\s+${name}\\b|[(,]\\s*\\**${name}\\s*[,)=:]`;
  return new RegExp(bound, 'm').test(withoutImports);
}
