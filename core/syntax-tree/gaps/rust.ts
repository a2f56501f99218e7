import { blank, type Gap } from './gap.ts';

/** What tree-sitter-rust 0.23.2 refuses of stable Rust, edition 2024. */
export const rustGaps: readonly Gap[] = [
  { construct: 'an async move closure', pattern: /\basync(?=\s+move\s*\|)/g, readAs: blank },
  { construct: 'an async closure', pattern: /\basync(?=\s*\|)/g, readAs: 'move ' },
  {
    construct: 'a closure with for<>',
    pattern: /\bfor\s*<[\s\w',]*>(?=\s*(?:async\s+)?(?:move\s+)?\|)/g,
    readAs: blank,
  },
  {
    construct: 'a safe item of an extern block',
    pattern: /(?<=[{};)\]]\s*|\bpub\s+)safe(?=\s+(?:fn|static)\b)/g,
    readAs: blank,
  },
  { construct: 'an unsafe extern block', pattern: /\bunsafe(?=\s+extern\s*(?:"[^"\n]*"\s*)?\{)/g, readAs: blank },
  { construct: 'an empty use<>', pattern: /\buse\s*<\s*>/g, readAs: (match) => `Use${blank(match.slice(3))}` },
  { construct: 'captured parameters in use<>', pattern: /\buse(?=\s*<[\s\w',]+>)/g, readAs: 'Use' },
  {
    construct: 'a default of a const parameter',
    pattern: /(?<=\bconst\s+\w+\s*:\s*\w+\s*)=\s*(?:-?\w+|'[^']'|\{[^{}]*\})(?=\s*[,>])/g,
    readAs: blank,
  },
  { construct: 'a negative const argument', pattern: /(?<=[<,]\s*)-(?=\d+\s*[,>])/g, readAs: ' ' },
  // A range that has a lower end is a pattern as well.
  {
    construct: 'a range pattern without a lower end',
    pattern: /(?<=[{,|(]\s*)(?=\.\.=?\s*(?:-?[\w:.]+|'[^'\n]+')\s*(?:=>|[|,)\]]|if\b))/g,
    readAs: '0',
  },
  {
    construct: 'a field by its number',
    pattern: /(?<=[{,]\s*)\d+(?=\s*:(?!:))/g,
    readAs: (match) => 'f'.repeat(match.length),
  },
  { construct: 'a destructuring assignment with ..', pattern: /\.\.(?=\s*\}\s*=(?![=>]))/g, readAs: '  ' },
  { construct: 'an empty where', pattern: /\bwhere(?=\s*[{;])/g, readAs: blank },
  { construct: 'an auto trait', pattern: /\bauto(?=\s+trait\b)/g, readAs: blank, isLoose: true },
  {
    construct: 'specialization',
    pattern: /\bdefault(?=\s+(?:unsafe\s+)?(?:impl|fn|type|const)\b)/g,
    readAs: blank,
    isLoose: true,
  },
  {
    construct: 'a manifest in the source',
    pattern: /(?<=^(?:#!.*\n)?\s*)---[\s\S]*?\n---(?=\s*\n)/g,
    readAs: blank,
    isLoose: true,
  },
];
