import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { joinWords, splitCommand } from '../../../core/sandbox/index.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';

/** What a real shell makes of the same line. */
function wordsOfShell(line: string): readonly string[] {
  const printed = execFileSync('/bin/sh', ['-fc', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  return printed.split('\0').slice(0, -1);
}

describe('splitting a test command', () => {
  it.each([
    'pytest tests/test_export.py -q',
    `python -c "import sys; sys.exit(0)"`,
    `sh -c 'a && b | c > d'`,
    `a\\ b "c\\"d" 'e"f' "g'h" i"j"'k'l`,
    `"" '' x`,
    `"a\\\\b" "a\\nb" 'a\\b' a\\\\b`,
    'pytest "test_a.py::test_b[1]"',
    '  spaced \t out  ',
    'a=b c=d',
    '#x y'.replace('#', '\\#'),
    '"FOO=1" x',
    'one \\\n two thr\\\nee',
  ])('gives %s the words that a shell gives it', (line) => {
    const reference = line === 'a=b c=d' ? null : wordsOfShell(line);
    if (reference === null) expect(expectProblem(splitCommand(line)).code).toBe('command-needs-shell');
    else expect(expectValue(splitCommand(line))).toEqual(reference);
  });

  it.each([
    ['pytest && true', 8],
    ['a | b', 3],
    ['a > b', 3],
    ['a; b', 2],
    ['a $(b)', 3],
    ['a `b`', 3],
    ['a $HOME', 3],
    ['a &', 3],
    ['(a)', 1],
    ['a < b', 3],
    ['a\nb', 2],
    ['CI=1 a', 1],
  ])('refuses %j at character %i and says how to go on', (line, column) => {
    const problem = expectProblem(splitCommand(line));
    expect(problem).toMatchObject({ code: 'command-needs-shell', place: `character ${column}` });
    expect(problem.message).toContain('shell: true');
  });

  it.each([`a 'b`, 'a "b', 'a \\'])('refuses %j as unfinished', (line) => {
    expect(expectProblem(splitCommand(line)).code).toBe('command-unfinished-quote');
  });

  it('joins words so that they split into the same words', () => {
    const words = ['a b', "it's", '$x', '', 'plain', '"'];
    expect(expectValue(splitCommand(joinWords(words)))).toEqual(words);
  });
});
