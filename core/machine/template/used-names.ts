/**
 * What a template asks the engine for: the filter of `| upper`, the test of `is defined`, the function of `range(3)`.
 */
export interface UsedName {
  readonly kind: 'filter' | 'test' | 'function';
  readonly name: string;
  /** `line:column` in the template. */
  readonly place: string;
}

/** What stands as it is written: comments and raw blocks; and the tags, in which names are used. */
const pieces =
  /\{#[\s\S]*?#\}|\{%[-+]?\s*raw\s*[-+]?%\}[\s\S]*?\{%[-+]?\s*endraw\s*[-+]?%\}|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
const isTag = /^\{(?:\{|%(?![-+]?\s*raw\b))/;
const quoted = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g;
const uses = [
  ['filter', /\|\s*([A-Za-z_]\w*)/g],
  ['filter', /\{%[-+]?\s*filter\s+([A-Za-z_]\w*)/g],
  ['test', /\bis\s+(?:not\s+)?([A-Za-z_]\w*)/g],
  ['function', /(?<![\w.]|\|\s*|\bis\s+|\bis\s+not\s+|\bfilter\s+)([A-Za-z_]\w*)\s*\(/g],
] as const;
const macros = /\{%[-+]?\s*macro\s+([A-Za-z_]\w*)/g;
/** Words before a bracket that are no functions of the engine: the language's own, and what loops and macros bring. */
const words = ['and', 'or', 'not', 'in', 'is', 'if', 'else', 'elif', 'for', 'set', 'with', 'call', 'loop', 'caller'];

/** The filters, tests and functions of a Jinja template. Pure. */
export function usedNames(template: string): readonly UsedName[] {
  const own = new Set([...words, ...[...template.matchAll(macros)].map(([, name = '']) => name)]);
  // Strings keep their length, so that places stay true.
  return [...template.matchAll(pieces)]
    .filter(([piece]) => isTag.test(piece))
    .flatMap((piece) => {
      const tag = piece[0].replaceAll(quoted, (text) => ' '.repeat(text.length));
      return namesOf(tag, (offset) => placeAt(template, piece.index + offset));
    })
    .filter(({ kind, name }) => kind !== 'function' || !own.has(name));
}

function namesOf(tag: string, place: (offset: number) => string): readonly UsedName[] {
  return uses.flatMap(([kind, pattern]) =>
    [...tag.matchAll(pattern)].map((use): UsedName => {
      const [whole, name = ''] = use;
      return { kind, name, place: place(use.index + whole.lastIndexOf(name)) };
    }),
  );
}

function placeAt(template: string, offset: number): string {
  const before = template.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
