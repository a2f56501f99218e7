import type { RuleText } from './rule.ts';

const source = 'seed 004, run-style-verification; rule V4';

export const styleRules: readonly RuleText[] = [
  {
    rule: 'style/naming',
    title: 'A name in another convention',
    dimension: 'style',
    severity: 'warning',
    meaning:
      'The policy asks for one way of writing names and this name is written in another. ' +
      'Types and constants have their own.',
    example: { language: 'python', bad: 'def readRow(fileName): ...', good: 'def read_row(file_name): ...' },
    why: 'Two conventions in one project make people guess.',
    setting: 'style_rules.naming_convention',
    source,
  },
  {
    rule: 'style/docstring',
    title: 'A public function without a docstring',
    dimension: 'style',
    severity: 'warning',
    meaning: 'The function can be called from outside its file and says nowhere what it does.',
    example: {
      language: 'python',
      bad: 'def retry(call, times): ...',
      good: 'def retry(call, times):\n    """Calls until it succeeds, at most `times` times."""',
    },
    why: 'Who calls it should not have to read it.',
    setting: 'style_rules.require_docstrings',
    source,
  },
  {
    rule: 'style/line-length',
    title: 'A line longer than the limit',
    dimension: 'style',
    severity: 'warning',
    meaning: 'The line has more characters than the policy allows, counted as people see them.',
    example: {
      language: 'typescript',
      bad: 'const message = describe(first, second, third, fourth, fifth, sixth, seventh, eighth);',
      good: 'const message = describe(\n  first,\n  second,\n);',
    },
    why: 'What does not fit the window is not read.',
    setting: 'style_rules.max_line_length',
    source,
  },
  {
    rule: 'style/indentation',
    title: 'Tabs and spaces mixed, or not as in the project',
    dimension: 'style',
    severity: 'warning',
    meaning:
      'Some lines of the file are indented with tabs and others with spaces, or all of them in the way in which no ' +
      'other source of the project is.',
    example: { language: 'text', bad: '\tfirst\n    second', good: '    first\n    second' },
    why: 'The same file looks different in every editor.',
    setting: 'style_rules',
    source,
  },
];
