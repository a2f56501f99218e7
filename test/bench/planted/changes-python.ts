import { parseTree, type SgNode } from '../../../core/syntax-tree/index.ts';
import { type Edit, type Plant, planted } from './plant.ts';
import type { Dice } from './random.ts';

export const pythonChangeKinds = [
  'removed function',
  'default removed',
  'keyword required',
  'parameter renamed',
  'parameter removed',
] as const;

/** Changes one public function at the top of a module in a way that may break its users. */
export function plantPythonChange(kind: string, path: string, text: string, random: Dice): Plant | null {
  const listed = /^__all__\s*=\s*[[(]([^\])]*)[\])]/m.exec(text)?.[1];
  const functions = parseTree('python', text)
    .children()
    .filter((node) => node.kind() === 'function_definition')
    .filter((node) => {
      const name = node.field('name')?.text() ?? '_';
      const isOnly = text.split(new RegExp(`^(?:async )?def ${name}\\b`, 'm')).length === 2;
      return !name.startsWith('_') && isOnly && (listed === undefined || new RegExp(`['"]${name}['"]`).test(listed));
    });
  const place = random.pick(functions.flatMap((node) => placeIn(kind, node) ?? []));
  return place === undefined ? null : planted(kind, path, text, place.edit, place.symbol);
}

function placeIn(kind: string, node: SgNode): { readonly edit: Edit; readonly symbol: string } | null {
  const name = node.field('name');
  const list = node.field('parameters');
  if (name === null || list === null) return null;
  const parameters = list.children().filter((one) => !['(', ')', ',', 'comment'].includes(String(one.kind())));
  const isPlain = parameters.every((one) =>
    /^(identifier|default_parameter|typed_parameter|typed_default_parameter)$/.test(String(one.kind())),
  );
  const at = (start: number, end: number, replacement: string) => ({
    edit: { start, end, replacement },
    symbol: name.text(),
  });
  const last = parameters.at(-1);
  switch (kind) {
    case 'removed function':
      return at(name.range().start.index, name.range().end.index, `_${name.text()}`);
    case 'default removed': {
      const value = parameters.find((one) => /default_parameter$/.test(String(one.kind())));
      if (value === undefined) return null;
      const { start, end } = value.range();
      return at(start.index, end.index, value.text().split(/\s*=/, 1)[0] ?? '');
    }
    case 'keyword required':
      if (!isPlain || last === undefined) return null;
      return at(last.range().end.index, last.range().end.index, ', *, planted');
    case 'parameter renamed': {
      const plain = parameters.find((one) => one.kind() === 'identifier');
      if (plain === undefined) return null;
      return at(plain.range().start.index, plain.range().end.index, `${plain.text()}_planted`);
    }
    case 'parameter removed': {
      if (!isPlain || last === undefined) return null;
      return at(parameters.at(-2)?.range().end.index ?? last.range().start.index, last.range().end.index, '');
    }
    default:
      return null;
  }
}
