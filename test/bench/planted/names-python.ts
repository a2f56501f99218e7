import { parseTree, type SgNode } from '../../../core/syntax-tree/index.ts';
import { type Plant, planted } from './plant.ts';
import { type Dice, inventedPackage, wrongName } from './random.ts';

export const pythonNameKinds = [
  'renamed call',
  'wrong member of a module',
  'wrong method of self',
  'invented import',
  'invented package',
] as const;

/** Plants one wrong name of a kind into a source; null when it has no place for it. */
export function plantPythonName(
  kind: string,
  path: string,
  text: string,
  taken: ReadonlySet<string>,
  random: Dice,
): Plant | null {
  const root = parseTree('python', text);
  if (kind === 'invented package') {
    const name = inventedPackage(random, '_');
    const first = root
      .children()
      .find((node) => /^import/.test(String(node.kind())) && !node.text().includes('__future__'));
    if (first === undefined) return null;
    const at = first.range().start.index;
    return planted(kind, path, text, { start: at, end: at, replacement: `import ${name}\n` }, name);
  }
  const place = random.pick(placesFor(kind, root));
  if (place === undefined) return null;
  const wrong = wrongName(place.text(), taken, random);
  if (wrong === null) return null;
  const { start, end } = place.range();
  const isShorthand = kind === 'invented import' && place.parent()?.kind() !== 'aliased_import';
  const replacement = isShorthand ? `${wrong} as ${place.text()}` : wrong;
  return planted(kind, path, text, { start: start.index, end: end.index, replacement }, wrong);
}

function placesFor(kind: string, root: SgNode): readonly SgNode[] {
  const calls = root.findAll({ rule: { kind: 'call' } }).flatMap((call) => call.field('function') ?? []);
  const attributes = calls.filter((one) => one.kind() === 'attribute');
  const members = (test: (object: string) => boolean) =>
    attributes.filter((one) => test(one.field('object')?.text() ?? '')).flatMap((one) => one.field('attribute') ?? []);
  switch (kind) {
    case 'renamed call':
      return calls.filter((one) => one.kind() === 'identifier' && one.text().length > 3);
    case 'wrong member of a module': {
      const modules = new Set(
        root
          .findAll({ rule: { kind: 'import_statement' } })
          .flatMap((one) => one.fieldChildren('name').map((name) => name.field('alias')?.text() ?? name.text())),
      );
      return members((object) => modules.has(object));
    }
    case 'wrong method of self':
      return members((object) => object === 'self');
    case 'invented import':
      return root
        .findAll({ rule: { kind: 'import_from_statement' } })
        .filter((one) => one.field('module_name')?.text() !== '__future__')
        .flatMap((one) => one.fieldChildren('name'))
        .map((name) => name.field('name') ?? name)
        .filter((name) => name.text().length > 3);
    default:
      return [];
  }
}
