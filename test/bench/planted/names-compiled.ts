import { type Grammar, parseTree, type SgNode } from '../../../core/syntax-tree/index.ts';
import { type Plant, planted } from './plant.ts';
import { type Dice, inventedPackage, wrongName } from './random.ts';

export const compiledNameKinds = ['renamed call', 'wrong member'] as const;
export const compiledImportKinds = [...compiledNameKinds, 'invented import'] as const;

/** Plants one wrong name of a kind into a source that a compiler reads; null when it has no place for it. */
export function plantCompiledName(grammar: 'go' | 'java' | 'c') {
  return (kind: string, path: string, text: string, taken: ReadonlySet<string>, random: Dice): Plant | null => {
    const nodes = placesIn(grammar, kind, parseTree(grammar, text)).filter((node) => node.text().length > 3);
    const node = random.pick(nodes);
    if (node === undefined) return null;
    const { start, end } = node.range();
    const invented = `github.com/${inventedPackage(random, '/')}`;
    const isGoImport = kind === 'invented import' && grammar === 'go';
    const wrong = isGoImport ? invented : wrongName(node.text(), taken, random);
    if (wrong === null) return null;
    const edit = { start: start.index, end: end.index, replacement: isGoImport ? `"${wrong}"` : wrong };
    return planted(kind, path, text, edit, wrong);
  };
}

function placesIn(grammar: Grammar, kind: string, root: SgNode): readonly SgNode[] {
  const all = (name: string) => root.findAll({ rule: { kind: name } });
  const fields = (nodes: readonly SgNode[], name: string) =>
    nodes.flatMap((node) => {
      const field = node.field(name);
      return field === null ? [] : [field];
    });
  switch (kind) {
    case 'renamed call':
      if (grammar === 'java') {
        return fields(
          all('method_invocation').filter((call) => call.field('object') === null),
          'name',
        );
      }
      return fields(all('call_expression'), 'function').filter((called) => called.kind() === 'identifier');
    case 'wrong member':
      if (grammar === 'java') {
        return fields(
          all('method_invocation').filter((call) => call.field('object') !== null),
          'name',
        );
      }
      return fields(all(grammar === 'go' ? 'selector_expression' : 'field_expression'), 'field');
    case 'invented import':
      if (grammar === 'go') return fields(all('import_spec'), 'path');
      return fields(
        all('import_declaration').flatMap((one) =>
          one.children().filter((part) => part.kind() === 'scoped_identifier'),
        ),
        'name',
      );
    default:
      return [];
  }
}
