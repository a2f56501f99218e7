import type { DeclaredName, SourceLanguage, SourceModel } from '../languages/model.ts';
import type { NamingConvention, StyleRules } from '../policy/rules.ts';
import type { Violation } from '../result.ts';
import { violation } from './findings.ts';
import { mixedIndentation } from './indentation.ts';

/** Names, docstrings and line lengths of one source. */
export function styleViolations(
  model: SourceModel,
  language: SourceLanguage,
  file: string,
  text: string,
  rules: StyleRules,
): readonly Violation[] {
  return [
    ...namingViolations(model.names, language, file, rules.namingConvention),
    ...(rules.requireDocstrings ? docstringViolations(model, file) : []),
    ...(rules.maxLineLength === null ? [] : lineLengthViolations(text, file, rules.maxLineLength)),
    ...mixedIndentation(text, file, language),
  ];
}

const patterns: Readonly<Record<NamingConvention, RegExp>> = {
  'lisp-case': /^[^_A-Z]*$|^[^_a-z]*$/,
  'snake-case': /^_*(\p{Ll}[\p{Ll}\d]*(_[\p{Ll}\d]+)*)?_*[?!=]?$/u,
  'camel-case': /^[_$#]*(\p{Ll}[\p{L}\d]*)?[_$]*$/u,
  any: /./,
};
const constant = /^_*[\p{Lu}\d]+(_[\p{Lu}\d]+)*_*$/u;
const typeName = /^_*\p{Lu}[\p{L}\d]*$/u;

function namingViolations(
  names: readonly DeclaredName[],
  language: SourceLanguage,
  file: string,
  convention: NamingConvention,
): readonly Violation[] {
  const isLisp = language.id === 'common-lisp';
  // A dash in a name is only possible in Lisp, and there nothing else is the custom.
  if (convention === 'any' || (convention === 'lisp-case' && !isLisp)) return [];
  return names.flatMap((declared) => {
    const { name, kind, line } = declared;
    const isException = !isLisp && (kind === 'type' ? typeName.test(name) : kind === 'variable' && constant.test(name));
    if (isException || /^__\w+__$/.test(name) || patterns[convention].test(name)) return [];
    return [
      violation({
        dimension: 'style',
        type: 'naming',
        rule: 'style/naming',
        symbol: name,
        file,
        line,
        message: `The ${kind} name '${name}' is not in ${convention}`,
        suggestion: `Rename it to '${convert(name, convention)}'`,
      }),
    ];
  });
}

/** The same words in another convention. */
function convert(name: string, convention: NamingConvention): string {
  const words = name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  if (convention === 'camel-case') {
    return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  }
  return words.join(convention === 'lisp-case' ? '-' : '_');
}

function docstringViolations(model: SourceModel, file: string): readonly Violation[] {
  return model.functions
    .filter(({ isPublic, documented }) => isPublic && !documented)
    .map(({ name, symbol, line }) =>
      violation({
        dimension: 'style',
        type: 'missing-docstring',
        rule: 'style/docstring',
        symbol,
        file,
        line,
        message: `The public function '${name}' has no docstring`,
        suggestion: 'Say in one sentence what it does',
      }),
    );
}

/** Characters are counted as people see them, not as UTF-16 units. */
function lineLengthViolations(text: string, file: string, limit: number): readonly Violation[] {
  return text.split('\n').flatMap((raw, index) => {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line.length <= limit) return [];
    const length = [...line].length;
    if (length <= limit) return [];
    return [
      violation({
        dimension: 'style',
        type: 'line-too-long',
        rule: 'style/line-length',
        symbol: line.slice(0, 200),
        file,
        line: index + 1,
        message: `The line has ${length} characters (limit: ${limit})`,
        suggestion: 'Break the line',
      }),
    ];
  });
}
