import type { RuleText } from './rule.ts';

const source = 'rule V3';

export const fileRules: readonly RuleText[] = [
  {
    rule: 'files/missing',
    title: 'A file that is not there',
    dimension: null,
    severity: 'error',
    meaning: 'The file was named and does not exist.',
    example: { language: 'text', bad: 'mizan verify src/mian.ts', good: 'mizan verify src/main.ts' },
    why: 'What is not there cannot be verified, and not verified is not passed.',
    setting: null,
    source,
  },
  {
    rule: 'files/binary',
    title: 'A source that holds no text',
    dimension: null,
    severity: 'error',
    meaning: 'The name says that it is a source and the bytes are no text.',
    example: { language: 'text', bad: 'parser.py: 00 61 73 6d …', good: 'parser.py: def parse(text): …' },
    why: 'Nobody can review it.',
    setting: null,
    source,
  },
  {
    rule: 'files/not-utf8',
    title: 'A source in another encoding',
    dimension: null,
    severity: 'error',
    meaning: 'The source is not encoded in UTF-8.',
    example: { language: 'text', bad: 'caf\\xe9', good: 'café' },
    why: 'Two programs would read two different texts.',
    setting: null,
    source,
  },
  {
    rule: 'syntax/error',
    title: 'A source that stopped parsing',
    dimension: null,
    severity: 'error',
    meaning: 'The file parsed before the change, or it is new, and it does not parse now.',
    example: { language: 'python', bad: 'def f(:\n    pass', good: 'def f():\n    pass' },
    why: 'It cannot run.',
    setting: null,
    source,
  },
];
