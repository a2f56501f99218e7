import type { RuleText } from './rule.ts';

const source = 'seed 004, run-hallucination-verification; rule V5';

export const hallucinationRules: readonly RuleText[] = [
  {
    rule: 'hallucination/name',
    title: 'A name that nothing defines',
    dimension: 'hallucination',
    severity: 'error',
    meaning: 'The code uses a name that neither the language, the file, the project nor an installed package defines.',
    example: {
      language: 'python',
      bad: 'def total(items):\n    return smu(items)',
      good: 'def total(items):\n    return sum(items)',
    },
    why:
      'A model writes what is likely, and a likely name need not exist. ' +
      'Such code fails as soon as it runs, or never runs in the tests and fails later.',
    setting: 'hallucination_rules.check_cl_symbols, check_project_apis',
    source,
  },
  {
    rule: 'hallucination/member',
    title: 'A member that a module or type does not have',
    dimension: 'hallucination',
    severity: 'error',
    meaning: 'The module, class or type is there, and it has no member of this name.',
    example: {
      language: 'typescript',
      bad: "import { readFile } from 'node:fs';\nreadFile.promise('a.txt');",
      good: "import { readFile } from 'node:fs/promises';\nawait readFile('a.txt');",
    },
    why: 'Functions of other versions, other libraries and other languages are the most common inventions.',
    setting: 'hallucination_rules.check_project_apis',
    source,
  },
  {
    rule: 'hallucination/import',
    title: 'An import of something that is not there',
    dimension: 'hallucination',
    severity: 'error',
    meaning: 'The imported file or module does not exist, or it does not export this name.',
    example: {
      language: 'typescript',
      bad: "import { parseDate } from './dates.ts'; // dates.ts exports readDate",
      good: "import { readDate } from './dates.ts';",
    },
    why: 'The module does not load, and nothing in it runs.',
    setting: 'hallucination_rules.check_project_apis',
    source,
  },
  {
    rule: 'hallucination/package',
    title: 'A package that no manifest names',
    dimension: 'hallucination',
    severity: 'error',
    meaning:
      'The package is neither in a manifest or lockfile of the project nor installed. ' +
      'The nearest known name is suggested.',
    example: {
      language: 'typescript',
      bad: "import pad from 'left-pad-utils';",
      good: "import pad from 'left-pad'; // in package.json",
    },
    why:
      'Invented package names get registered by strangers who wait for them. ' +
      'Look at a package before you install it.',
    setting: 'hallucination_rules.check_project_apis',
    source,
  },
  {
    rule: 'hallucination/arity',
    title: 'A call with a number of arguments that cannot be',
    dimension: 'hallucination',
    severity: 'error',
    meaning: 'The function exists and takes fewer or more arguments than the call gives it.',
    example: { language: 'lisp', bad: '(gethash table)', good: '(gethash key table)' },
    why: 'The name was remembered and its meaning was not.',
    setting: 'hallucination_rules.check_cl_symbols, check_project_apis',
    source,
  },
];
