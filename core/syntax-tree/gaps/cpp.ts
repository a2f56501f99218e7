import { attribute, labelAtEnd, unnamedBitField } from './c-family.ts';
import { blank, type Gap } from './gap.ts';

const bracedEscape: Gap = {
  construct: 'an escape with braces',
  pattern: /(?<!\\)\\(?=[xou]\{[0-9a-fA-F]+\}|N\{[A-Z0-9 -]+\})/g,
  readAs: 'x',
};

/** What tree-sitter-cpp 0.23.4 refuses of C++98 to C++23. */
export const cppGaps: readonly Gap[] = [
  attribute,
  labelAtEnd,
  bracedEscape,
  unnamedBitField,
  { construct: 'a case range', pattern: /(?<=\bcase\s+[^;:{}]*?)\.\.\.(?=\s*[^;:{}]+:)/g, readAs: ' + ' },
  {
    construct: 'a module',
    pattern:
      /^[ \t]*(?:export[ \t]+)?(?:module|import)(?:[ \t]+[\w.]+(?:[ \t]*:[ \t]*[\w.]+)?|[ \t]*:[ \t]*[\w.]+|[ \t]*<[^<>\n]+>|[ \t]*"[^"\n]+")?[ \t]*;/gm,
    readAs: blank,
  },
  { construct: 'an export', pattern: /^([ \t]*)export(?=\s+[\p{L}_[]|\s*\{)/gmu, readAs: '$1      ' },
  {
    construct: 'an object parameter by this',
    pattern: /(?<=\(\s*)this(?=\s+(?!(?:and|or|xor|not_eq|bitand|bitor|and_eq|or_eq|xor_eq)\b)[\p{L}_])/gu,
    readAs: blank,
  },
  { construct: 'if consteval', pattern: /\bif\s+(!|not\b)?\s*consteval(?=\s*\{)/g, readAs: ifConstant },
  {
    construct: 'a structured binding of a pack',
    pattern: /(?<=\bauto\s*&{0,2}\s*\[[\w\s,]*)\.\.\.(?=\s*\w+\s*[\],])/g,
    readAs: blank,
  },
  { construct: 'an initialiser of a field without =', pattern: /(?<=[{,]\s*\.\w+)(?=\s*\{)/g, readAs: '=' },
  {
    construct: 'several names in one using',
    pattern: /(?<=\busing\s+(?:typename\s+)?[\w:<>]+),\s*[\w:<>]+(?:\s*,\s*[\w:<>]+)*(?=\s*;)/g,
    readAs: blank,
  },
  {
    construct: 'a using declaration with typename',
    pattern: /(?<=\busing\s+)typename(?=\s+[\w:<>]+\s*;)/g,
    readAs: blank,
  },
  {
    construct: 'an instance of a class template',
    pattern: /\b(?:extern\s+)?template(?=\s+(?:class|struct|union)\s+[\w:<>,\s*&]*;)/g,
    readAs: blank,
  },
  { construct: 'a declared instance of a template', pattern: /\bextern(?=\s+template\b)/g, readAs: blank },
  {
    construct: 'a static lambda',
    pattern: /(?<=\]\s*(?:\([^()]*\)\s*)?)static(?=\s*(?:->|\{|noexcept\b))/g,
    readAs: blank,
  },
  {
    construct: 'a lambda without parameters',
    pattern: /(?<=(?:[=(,{]|\breturn)\s*\[[\w\s,&=*]*\])\s*(?=->|(?:mutable|static|constexpr|consteval|noexcept)\b)/g,
    readAs: '() ',
  },
  {
    construct: 'a deduction guide',
    pattern: /(?<=(?:^|[;}])\s*)(?:explicit\s+)?(?=(\w+)\s*\([^(){};]*\)\s*->\s*\1\s*<[^;{}]*>\s*;)/g,
    readAs: 'auto ',
  },
  { construct: 'a pointer to a member without a name', pattern: /(?<=\(\s*)[\w:<>]+::(?=\s*\*\s*\))/g, readAs: blank },
  { construct: 'a using declaration of a pack', pattern: /(?<=\busing\s[^;{}=]*)\.\.\.(?=\s*[;,])/g, readAs: blank },
  {
    construct: 'a bit-field with a value',
    pattern: /(?<=\w\s*:\s*\d+\s*)(?:=\s*\w+|\{\s*\w*\s*\})(?=\s*;)/g,
    readAs: blank,
  },
  // A product is right where a member by its pointer is.
  { construct: '->*', pattern: /(?<=[\w)\]])(?<!\boperator)->\*/g, readAs: ' * ' },
  { construct: 'throw in a conditional', pattern: /(?<=\?\s*|\?[^;{}]*:\s*)throw\b(?=\s*[^;\s])/g, readAs: '!    ' },
  { construct: 'typeof', pattern: /\b(?:__typeof__|__typeof|typeof)(?=\s*\()/g, readAs: 'decltype' },
  { construct: 'a type by its dependent name', pattern: /(?<=[=(,]\s*)typename(?=\s+[\w:]+\s*[{(])/g, readAs: blank },
  {
    construct: 'a parameter without a name',
    pattern: /(?<=[(,]\s*(?:const\s+)?[\w:<>]+\s*[*&]{1,2})\s*(?==[^=])/g,
    readAs: ' _ ',
    isLoose: true,
  },
  { construct: 'an expansion statement', pattern: /\btemplate(?=\s+for\s*\()/g, readAs: blank, isLoose: true },
  { construct: 'a reflection', pattern: /\^\^\s*([\w:]+)/g, readAs: 'sizeof($1)', isLoose: true },
  { construct: 'a splice', pattern: /\[:([^\n]*?):\]/g, readAs: '  $1  ', isLoose: true },
  {
    construct: 'a contract',
    pattern: /(?<=\)[\w\s]*)\b(?:pre|post)\s*\((?:[^()]|\([^()]*\))*\)/g,
    readAs: blank,
    isLoose: true,
  },
  { construct: 'an element of a pack', pattern: /(?<=\w)\.\.\.(?=\s*\[)/g, readAs: blank, isLoose: true },
];

function ifConstant(match: string): string {
  const read = match.includes('!') || /\bnot\b/.test(match) ? 'if (0)' : 'if (1)';
  return `${read}${blank(match.slice(read.length))}`;
}
