import { type Plant, planted } from './plant.ts';
import type { Dice } from './random.ts';

/** The same for CommonJS: functions that an `exports` line or object names, and the object itself. */
export function plantCommonJsChange(kind: string, path: string, text: string, random: Dice): Plant | null {
  const names = exportedNames(text);
  if (kind === 'removed export') {
    const place = random.pick(names.filter(({ end }) => end > 0));
    if (place === undefined) return null;
    return planted(kind, path, text, { start: place.start, end: place.end, replacement: '' }, place.name);
  }
  const functions = names.flatMap(({ name }) => {
    const all = [...text.matchAll(new RegExp(`^(?:async )?function ${name}\\(([^()]*)\\) \\{`, 'gm'))];
    const [match] = all;
    return match === undefined || all.length > 1 || match[1]?.includes('...') === true ? [] : [{ name, match }];
  });
  const place = random.pick(
    functions.filter(({ match }) =>
      kind === 'parameter added' ? !/=/.test(match[1] ?? '') : /^[\w\s,]+$/.test(match[1] ?? ''),
    ),
  );
  if (place === undefined) return null;
  const parameters = place.match[1] ?? '';
  const start = place.match.index + place.match[0].indexOf('(') + 1;
  const words = parameters
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const changed = kind === 'parameter added' ? [...words, 'planted'] : words.slice(0, -1);
  const edit = { start, end: start + parameters.length, replacement: changed.join(', ') };
  return planted(kind, path, text, edit, place.name);
}

/** Names that `exports.name = name;` or `module.exports = { name, … }` offers, with the place that does. */
function exportedNames(
  text: string,
): readonly { readonly name: string; readonly start: number; readonly end: number }[] {
  const lines = [...text.matchAll(/^exports\.(\w+) = \1;\n/gm)].map((match) => ({
    name: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
  const object = /^module\.exports = \{\n((?: {4}|\t| {2})\w+,?\n)+\};?/m.exec(text);
  if (object === null) return lines;
  const inside = [...object[0].matchAll(/^\s+(\w+),?\n/gm)].map((match) => {
    const start = object.index + match.index;
    return { name: match[1] ?? '', start, end: start + match[0].length };
  });
  return [...lines, ...inside];
}
