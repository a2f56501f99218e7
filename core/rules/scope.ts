import type { RuleText } from './rule.ts';

const source = 'seed 004, run-scope-verification; rule V1';

export const scopeRules: readonly RuleText[] = [
  {
    rule: 'scope/forbidden',
    title: 'A forbidden path was touched',
    dimension: 'scope',
    severity: 'error',
    meaning: 'The change adds, alters, moves or deletes a file under a path that the policy forbids.',
    example: {
      language: 'text',
      bad: 'forbidden_paths: ["config/"]\nM config/production.yml',
      good: 'M src/settings.ts',
    },
    why:
      'Some files decide about others: settings, generated files, what tools fetched. ' +
      'An agent that was asked for something else has no business there, ' +
      'and a mistake there is far from the code that a reviewer looks at.',
    setting: 'scope_rules.forbidden_paths',
    source,
  },
  {
    rule: 'scope/not-allowed',
    title: 'A path outside the allowed ones was touched',
    dimension: 'scope',
    severity: 'error',
    meaning:
      'The policy lists the paths that may change, and this file is under none of them. ' +
      'The old name of a moved file counts.',
    example: {
      language: 'text',
      bad: 'allowed_paths: ["src/**"]\nM tools/release.sh',
      good: 'M src/release/notes.ts',
    },
    why: 'A change that keeps to its task can be reviewed and taken back. What lies outside was not asked for.',
    setting: 'scope_rules.allowed_paths',
    source,
  },
  {
    rule: 'scope/outside',
    title: 'A path outside the project was named',
    dimension: 'scope',
    severity: 'error',
    meaning: 'The path leads out of the project, by `..` or because it is absolute.',
    example: { language: 'text', bad: '../other-project/index.ts', good: 'src/index.ts' },
    why: 'Nothing outside the project can be compared with anything, landed or taken back.',
    setting: null,
    source,
  },
];
