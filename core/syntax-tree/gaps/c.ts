import { attribute, labelAtEnd, unnamedBitField } from './c-family.ts';
import { blank, type Gap } from './gap.ts';

/** What tree-sitter-c 0.24.1 refuses of C89 to C23. */
export const cGaps: readonly Gap[] = [
  attribute,
  labelAtEnd,
  unnamedBitField,
  { construct: 'auto for a type', pattern: /\bauto(?=\s+\w+\s*=)/g, readAs: 'int ' },
  { construct: '_Atomic with a type', pattern: /\b_Atomic\s*\(([\w\s*]+)\)/g, readAs: '_Atomic $1 ' },
  { construct: '_BitInt', pattern: /\b_BitInt\s*\(\s*\w+\s*\)/g, readAs: (match) => `int${blank(match.slice(3))}` },
  { construct: '_Thread_local', pattern: /\b_Thread_local\b/g, readAs: blank },
  { construct: 'a range of cases', pattern: /(?<=\bcase\s+[^;:{}]*?)\.\.\.(?=\s*[^;:{}]+:)/g, readAs: ' + ' },
];
