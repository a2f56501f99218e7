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

/** A public function of a module. */
interface PythonFunction {
  readonly name: SgNode;
  readonly parameters: readonly SgNode[];
  /** Without `*`, `/` and what they collect. */
  readonly isPlain: boolean;
}

/** How each kind changes a function; null where it cannot. */
const changes: Readonly<Record<string, (one: PythonFunction) => Edit | null>> = {
  'removed function': ({ name }) => ({ ...placeOf(name), replacement: `_${name.text()}` }),
  'default removed': ({ parameters }) => {
    const value = parameters.find((one) => /default_parameter$/.test(String(one.kind())));
    if (value === undefined) return null;
    return { ...placeOf(value), replacement: value.text().split(/\s*=/, 1)[0] ?? '' };
  },
  'keyword required': ({ parameters, isPlain }) => {
    const last = parameters.at(-1);
    if (!isPlain || last === undefined) return null;
    const { end } = placeOf(last);
    return { start: end, end, replacement: ', *, planted' };
  },
  'parameter renamed': ({ parameters }) => {
    const plain = parameters.find((one) => one.kind() === 'identifier');
    return plain === undefined ? null : { ...placeOf(plain), replacement: `${plain.text()}_planted` };
  },
  'parameter removed': ({ parameters, isPlain }) => {
    const [before, last] = [parameters.at(-2), parameters.at(-1)];
    if (!isPlain || last === undefined) return null;
    const { start, end } = placeOf(last);
    return { start: before === undefined ? start : placeOf(before).end, end, replacement: '' };
  },
};

function placeOf(node: SgNode): { readonly start: number; readonly end: number } {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
}

function placeIn(kind: string, node: SgNode): { readonly edit: Edit; readonly symbol: string } | null {
  const name = node.field('name');
  const list = node.field('parameters');
  if (name === null || list === null) return null;
  const parameters = list.children().filter((one) => !['(', ')', ',', 'comment'].includes(String(one.kind())));
  const isPlain = parameters.every((one) =>
    /^(identifier|default_parameter|typed_parameter|typed_default_parameter)$/.test(String(one.kind())),
  );
  const edit = changes[kind]?.({ name, parameters, isPlain }) ?? null;
  return edit === null ? null : { edit, symbol: name.text() };
}
