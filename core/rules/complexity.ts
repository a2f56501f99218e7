import type { RuleText } from './rule.ts';

const source = 'seed 004, run-complexity-verification; rule V7';

export const complexityRules: readonly RuleText[] = [
  {
    rule: 'complexity/lines',
    title: 'A function that is too long',
    dimension: 'complexity',
    severity: 'error',
    meaning: 'The function has more lines than the policy allows, from its signature to its closing line.',
    example: {
      language: 'text',
      bad: 'authenticate, 75 lines (limit: 50)',
      good: 'authenticate, 20 lines; readToken, 18; checkExpiry, 12',
    },
    why: 'A function that does not fit a screen is reviewed in parts, and the parts are never put together.',
    setting: 'complexity_rules.max_lines_per_function',
    source,
  },
  {
    rule: 'complexity/nesting',
    title: 'Blocks nested too deeply',
    dimension: 'complexity',
    severity: 'error',
    meaning: 'Conditions, loops and handlers stand inside one another deeper than the policy allows.',
    example: {
      language: 'typescript',
      bad: 'if (user) {\n  if (user.active) {\n    for (const role of user.roles) { … }\n  }\n}',
      good: 'if (!user?.active) return;\nfor (const role of user.roles) { … }',
    },
    why: 'Every level is one more thing to keep in mind.',
    setting: 'complexity_rules.max_nesting_depth',
    source,
  },
  {
    rule: 'complexity/cyclomatic',
    title: 'Too many branches',
    dimension: 'complexity',
    severity: 'error',
    meaning:
      'The number of independent ways through the function is above the limit. ' +
      'It is counted as the best-known tool of the language counts it; the message names the tool.',
    example: {
      language: 'typescript',
      bad: "if (kind === 'a') …\nelse if (kind === 'b') …\nelse if (kind === 'c') …",
      good: 'const handlers = { a, b, c };\nhandlers[kind]();',
    },
    why: 'Each way needs a test of its own. Beyond ten nobody writes them.',
    setting: 'complexity_rules.max_cyclomatic_complexity',
    source: `${source}; T. J. McCabe, A Complexity Measure, 1976`,
  },
];
