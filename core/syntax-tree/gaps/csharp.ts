import { blank, type Gap } from './gap.ts';

/** What tree-sitter-c-sharp 0.23.1 refuses of C# 11 to 14. */
export const csharpGaps: readonly Gap[] = [
  // Both are the empty string.
  { construct: 'an empty interpolated string', pattern: /(?<![$@"])\$""(?!")/g, readAs: '@""' },
  // An empty list has elements as others have.
  {
    construct: 'an empty collection',
    pattern: /(?<=(?:=|=>|[(,{]|[?:]\s|\?\?|\.\.|\breturn|\bin)\s*)\[\s*\]/g,
    readAs: (match) => `[0${match.slice(1)}`,
  },
  // A slice or spread without its dots is an element like others.
  { construct: 'a slice or spread', pattern: /(?<=[[,]\s*)\.\.(?=\s*[\w@({[$"'])/g, readAs: '  ' },
  {
    construct: 'a type without a body',
    pattern: /\b((?:class|interface|struct|enum)\s+(?!where\b)[\w@]+[^;{}=]*);/g,
    readAs: '$1{}',
  },
  // Without a type the grammar knows the same pattern.
  {
    construct: 'a positional pattern',
    pattern:
      /(?<=\b(?:is|case|not|and|or)\s+)[A-Z][\w.]*(?:<[\w.,\s]*>)?(?=\s*\((?:[^()]|\([^()]*\))*\)\s*(?:\{|[a-z_@]))/g,
    readAs: blank,
  },
  {
    construct: 'an operator with assignment',
    pattern: /\boperator\s*(?:\+|-|\*|\/|%|&|\||\^|<<|>>>?)=(?=\s*\()/g,
    readAs: withoutSign,
  },
  { construct: 'an assignment behind ?.', pattern: /(?<=[\p{L}\w)\]!>"])\?\.(?=\s*[\p{L}_@])/gu, readAs: ' .' },
  { construct: 'an assignment behind ?[', pattern: /(?<=[\w)\]!])\?\[/g, readAs: ' [' },
  {
    construct: 'an extension block of a type',
    pattern: /(?<=[{};]\s*)extension\s*\(\s*[\w.]+(?:<[\w.,\s]*>)?\??(?:\[\])?\s*\)(?=\s*\{)/g,
    readAs: (match) => `class ext${blank(match.slice('extension'.length))}`,
  },
  {
    construct: 'an extension block',
    pattern: /(?<=[{};]\s*)extension(?=\s*(?:<[^(){};]*>)?\s*\([^(){};]*\)\s*(?:where\b[^{};]*)?\{)/g,
    readAs: 'class ext',
  },
  { construct: 'a collection of params', pattern: /\bparams(?=\s+[\w.]+\s*<[\w.,<>?\s]*>\s*[\w@])/g, readAs: 'scoped' },
  { construct: 'allows ref struct', pattern: /\ballows ref struct\b/g, readAs: 'allows_ref_struct' },
  {
    construct: 'modifiers of parameters without types',
    pattern: /\((?:\s*(?:(?:scoped\s+)?(?:ref(?:\s+readonly)?|out|in)\s+|scoped\s+)?@?\w+\s*[,)])+(?=\s*=>)/g,
    readAs: (match) => match.replaceAll(/\b(?:ref|out|in|scoped|readonly)\s+(?=[\w@])/g, blank),
  },
  { construct: 'a directive for files that run by themselves', pattern: /^#:/gm, readAs: '//' },
];

/** `operator +=` as `operator + `: both may be declared. */
function withoutSign(match: string): string {
  return `${match.slice(0, -1)} `;
}
