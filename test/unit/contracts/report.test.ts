import { describe, expect, it } from 'vitest';
import { renderInstructions } from '../../../core/contracts/prompt.ts';
import { readReport, readStatus, reportFrom } from '../../../core/contracts/report.ts';
import { contractOf } from '../../fixture/work.ts';

function fenced(json: string, mark = 'json', fence = '```'): string {
  return `${fence}${mark}\n${json}\n${fence}\n`;
}

describe('status words (C1)', () => {
  it.each([
    ['success', 'success'],
    [' SUCCESS ', 'success'],
    ['Blocked', 'blocked'],
    ['failure', 'failure'],
    ['Failed', 'failure'],
    ['done', null],
    ['', null],
    ['successful', null],
  ])('reads %j as %s', (word, status) => {
    expect(readStatus(word)).toBe(status);
  });
});

describe('reading the report out of an output', () => {
  it('takes the last fenced JSON block', () => {
    const [first, last] = [fenced('{"status": "success"}'), fenced('{"status": "blocked", "need": "a key"}')];
    const output = `draft\n${first}on second thought\n${last}bye\n`;
    expect(readReport(output)).toEqual({ status: 'blocked', need: 'a key', text: '', unreadable: null });
  });

  it('does not mistake an echoed prompt for a report', () => {
    const report = readReport(renderInstructions(contractOf(), 'strict'));
    expect(report).toMatchObject({ status: 'failure', need: null });
    expect(report.unreadable).toContain('is not success, blocked or failure');
  });

  it('keeps the reason when the last block is broken, and does not fall back to an earlier one', () => {
    const report = readReport(`${fenced('{"status": "success"}')}${fenced('{"status": "success"')}`);
    expect(report).toMatchObject({ status: 'failure' });
    expect(report.unreadable).toContain('does not parse');
  });

  it.each([
    ['tildes', fenced('{"status":"success"}', 'json', '~~~')],
    ['a longer fence', fenced('{"status":"success"}', 'json', '`````')],
    ['no mark', fenced('{"status":"success"}', '')],
    ['another case of the mark', fenced('{"status":"success"}', 'JSON')],
    ['an unclosed block at the end', '```json\n{"status":"success"}'],
    ['carriage returns', '```json\r\n{"status":"success"}\r\n```\r\n'],
    ['a stray fence before it', 'I ran\n```\nls\n\n```json\n{"status":"success"}\n```\n'],
    ['a shell block after it', `${fenced('{"status":"success"}')}${fenced('ls -l', 'sh')}`],
    ['an unmarked block of something else after it', `${fenced('{"status":"success"}')}${fenced('ok', '')}`],
  ])('reads a block with %s', (_, output) => {
    expect(readReport(output)).toMatchObject({ status: 'success', unreadable: null });
  });

  it.each([
    ['nothing', ''],
    ['words alone', 'All done, tests pass! {"status": "success"}'],
    ['a list', fenced('[{"status":"success"}]')],
    ['a status of another type', fenced('{"status": ["success"]}')],
    ['a status from the prototype', fenced('{"__proto__": {"status": "success"}}')],
    ['a sample quoted in a longer fence', `\`\`\`\`md\n${fenced('{"status":"success"}')}\`\`\`\`\n`],
    ['a block that is quoted', '> ```json\n> {"status":"success"}\n> ```\n'],
    ['half a character', fenced('{"status":"success","text":"\\ud800"}')],
    ['an indented block', '    ```json\n    {"status":"success"}\n    ```\n'],
  ])('counts %s as failure', (_, output) => {
    expect(readReport(output)).toMatchObject({ status: 'failure' });
    expect(readReport(output).unreadable).not.toBeNull();
  });

  it("takes the names of the seed's public implementation", () => {
    expect(reportFrom({ status: 'BLOCKED', what_i_need: ['a key', 'an account'], what_done: 'half' })).toEqual({
      status: 'blocked',
      need: 'a key; an account',
      text: 'half',
      unreadable: null,
    });
  });
});

describe('the prompt', () => {
  it('holds everything that the contract asks for, and how to report', () => {
    const contract = contractOf({
      criteria: ['it works'],
      run_tests: "pytest 'a b'",
      run_lint: true,
      timeout_seconds: 9,
    });
    const prompt = renderInstructions(contract, 'supervised');
    for (const part of ['Do it', 'it works', '`a.txt`', "pytest 'a b'", '9 s', 'linters', 'supervised', '+0.5', '-1']) {
      expect(prompt).toContain(part);
    }
  });

  it('is the same for the same contract', () => {
    expect(renderInstructions(contractOf(), 'standard')).toBe(renderInstructions(contractOf(), 'standard'));
    expect(renderInstructions(contractOf(), 'standard')).not.toContain('Supervision');
  });
});
