import type { RuleText } from './rule.ts';

const source = 'seed 004, run-semantic-verification; rule V6';

export const semanticRules: readonly RuleText[] = [
  {
    rule: 'semantics/removed-export',
    title: 'An export was removed',
    dimension: 'semantics',
    severity: 'error',
    meaning: 'The file exported this name before the change and does not any more.',
    example: {
      language: 'typescript',
      bad: '- export function parse(text: string) { … }',
      good: '  /** @deprecated Use read. */\n  export const parse = read;',
    },
    why: 'Whoever imports it breaks, and they may be in another repository.',
    setting: 'semantic_rules.preserve_exports',
    source,
  },
  {
    rule: 'semantics/signature',
    title: 'A signature was narrowed',
    dimension: 'semantics',
    severity: 'error',
    meaning:
      'Calls that were right before are not any more: more arguments are required, fewer are taken, or a name is gone.',
    example: {
      language: 'python',
      bad: '-def load(path):\n+def load(path, encoding):',
      good: '+def load(path, encoding="utf-8"):',
    },
    why: 'The tests of the project call it in the new way; those of its users do not.',
    setting: 'semantic_rules.preserve_signatures',
    source,
  },
];
