import { parseTree, type SgNode } from '../../syntax-tree/index.ts';
import { textsWithEnding } from '../project/read-changed.ts';
import type { ProjectTree } from '../project/tree.ts';
import { importsOf } from './python-imports.ts';
import type { PythonProject } from './python-project.ts';

/**
 * Whether every class that a class builds on, directly or through others, lies in the project or the standard library.
 */
export function basesAreKnown(owner: SgNode, file: string, tree: ProjectTree, project: PythonProject): boolean {
  const seen = new Set<string>();
  const isKnown = (one: SgNode, path: string): boolean =>
    baseNames(one).every((base) => {
      const modules = modulesOf(base, one, path);
      if (modules.some((module) => !project.owns(module) && !project.isStandard(module))) return false;
      const name = base.split('.').at(-1) ?? base;
      if (seen.has(name)) return true;
      seen.add(name);
      const own = classesNamed(name, tree);
      if (own.length > 0) return own.every((two) => isKnown(two.node, two.path));
      return modules.length > 0 || project.namesOf('builtins')?.has(name) === true;
    });
  return isKnown(owner, file);
}

/** The bases of a class as written; a call such as `namedtuple(…)` stands for what it calls. */
function baseNames(owner: SgNode): readonly string[] {
  const list = owner.field('superclasses')?.children() ?? [];
  return list
    .filter((one) => !['(', ')', ',', 'comment', 'keyword_argument'].includes(String(one.kind())))
    .map((one) => (one.kind() === 'call' || one.kind() === 'subscript' ? (one.child(0) ?? one) : one).text());
}

function classesNamed(name: string, tree: ProjectTree): readonly { readonly node: SgNode; readonly path: string }[] {
  const declared = new RegExp(`^\\s*class ${name}\\b`, 'm');
  return [...textsWithEnding(tree, ['.py'])].flatMap(([path, text]) => {
    if (!/^\w+$/.test(name) || !declared.test(text)) return [];
    const classes = parseTree('python', text).findAll({ rule: { kind: 'class_definition' } });
    return classes.filter((node) => node.field('name')?.text() === name).map((node) => ({ node, path }));
  });
}

/** The modules that the file imports a base from, or that it is a part of; none for a base of its own or a builtin. */
function modulesOf(base: string, owner: SgNode, file: string): readonly string[] {
  const first = base.split('.')[0] ?? base;
  const root = owner.ancestors().at(-1) ?? owner;
  const statements = root.findAll({ rule: { any: [{ kind: 'import_statement' }, { kind: 'import_from_statement' }] } });
  return statements.flatMap((statement) => {
    const names = statement.fieldChildren('name').map((name) => (name.field('alias') ?? name).text().split('.')[0]);
    return names.includes(first) ? importsOf(statement, file).map(({ module }) => module) : [];
  });
}
