import { blank, type Gap } from './gap.ts';

/** What tree-sitter-java 0.23.5 refuses of Java 21 to 25. */
export const javaGaps: readonly Gap[] = [
  // Java reads these before anything else, so a letter is right wherever its escape is.
  {
    construct: 'a letter by its number',
    pattern: /(?<!\\)\\u+([0-9a-fA-F]{4})/g,
    readAs: (match, hex) => letterOr(match, String.fromCharCode(Number.parseInt(hex ?? '', 16))),
  },
  {
    construct: 'several patterns in a case',
    pattern:
      /(?<=\bcase\b[^;{}]*?[\s(]_\s*\)*\s*),\s*[\w.]+(?:<[\w.?,\s]*>)?(?:\s+_|\((?:\s*(?:[\w.]+\s+)?_\s*,?)+\))(?=\s*(?:,|->|:|when\b))/g,
    readAs: blank,
  },
  { construct: 'an import of a module', pattern: /(?<=^\s*import\s+)module(?=\s+[\p{L}_])/gmu, readAs: blank },
  {
    construct: 'statements before the constructor that is called',
    pattern: /(?<=[;}]\s*)(?:super|this)(?=\s*\()/g,
    readAs: (match) => (match === 'super' ? 'supeR' : 'thiS'),
    isLoose: true,
  },
  { construct: 'an annotated ellipsis', pattern: /@[\w.]+\s*(?=\.\.\.)/g, readAs: blank },
];

function letterOr(match: string, character: string): string {
  return /\p{L}/u.test(character) ? character : match;
}
