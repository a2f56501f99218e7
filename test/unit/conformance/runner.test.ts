import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addConformanceCommands } from '../../../core/cli/conformance.ts';
import { expandRepeats } from '../../../core/conformance/expand.ts';
import { matches } from '../../../core/conformance/match.ts';
import { runCli } from '../../fixture/cli.ts';
import { expectProblem, expectValue, temporaryFolder } from '../../fixture/ledger.ts';

describe('matching', () => {
  it.each([
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: { b: [1, { c: 2, d: 3 }] } }, { a: { b: [1, { c: 2 }] } }, true],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
    [0.1 + 0.2, 0.3, true],
    [0.3 + 2e-9, 0.3, false],
    ['1', 1, false],
    [null, {}, false],
    [{}, null, false],
    [undefined, null, false],
    [{ length: 1 }, [1], false],
    [{}, { toString: 1 }, false],
    [Number.NaN, 1, false],
  ])('%j against %j is %s', (actual, expected, verdict) => {
    expect(matches(actual, expected)).toBe(verdict);
  });
});

describe('repeating', () => {
  it('repeats text and copies anything else, at any depth', () => {
    const raw = {
      a: [{ $repeat: ['ab', 3] }],
      b: { $repeat: [{ $repeat: ['x', 2] }, 2] },
      c: { $repeat: [{ d: 1 }, 2] },
    };
    expect(expectValue(expandRepeats(raw))).toEqual({ a: ['ababab'], b: 'xxxx', c: [{ d: 1 }, { d: 1 }] });
    expect(expectValue(expandRepeats({ $repeat: ['x', 0] }))).toBe('');
  });

  it.each([[['x']], [['x', -1]], [['x', 1.5]], ['x'], [['x', 1e12]]])('refuses %j', (given) => {
    expect(expectProblem(expandRepeats({ $repeat: given })).code).toBe('case-malformed');
    expect(expectProblem(expandRepeats({ $repeat: ['x', 1], more: 1 })).code).toBe('case-malformed');
  });
});

describe('mizan conformance', () => {
  function conformance(folder: string, ...paths: readonly string[]) {
    return runCli({ environment: {}, workingFolder: folder }, async (context) => {
      const program = new Command();
      addConformanceCommands(program, context);
      await program.parseAsync(['conformance', ...paths], { from: 'user' });
    });
  }

  function folderOf(files: Readonly<Record<string, unknown>>): string {
    const folder = temporaryFolder();
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return folder;
  }

  const good = { id: 'good', input: { reputation: 1 }, expected: { level: 'autonomous' } };
  const bad = { id: 'bad', input: { reputation: 1 }, expected: { level: 'strict' } };

  it('ends with 0 when everything passes, folders included', async () => {
    const folder = folderOf({
      'a.json': { kind: 'supervision', cases: [good] },
      'sub/b.json': { kind: 'supervision', cases: [good] },
    });
    expect(await conformance(folder, '.')).toEqual({ code: 0, out: '2 passed, 0 failed\n', error: '' });
  });

  it('shows expected and actual of what fails and ends with 1', async () => {
    const folder = folderOf({ 'a.json': { kind: 'supervision', cases: [good, bad] } });
    const run = await conformance(folder, 'a.json');
    expect(run.code).toBe(1);
    expect(run.out).toContain(
      'FAIL supervision bad\n  expected {"level":"strict"}\n  actual   {"level":"autonomous"}\n',
    );
    expect(run.out).toMatch(/1 passed, 1 failed\n$/);
  });

  it('knows typed errors from values, with and without their code', async () => {
    const cases = [true, 'reputation-out-of-range', 'another-code'].map((error, index) => ({
      id: `e${index}`,
      input: { reputation: 7 },
      expected: { error },
    }));
    const folder = folderOf({
      'a.json': { kind: 'supervision', cases: [...cases, { ...good, id: 'v', expected: { error: true } }] },
    });
    const run = await conformance(folder, 'a.json');
    expect(run.out).toMatch(/2 passed, 2 failed\n$/);
    expect(run.out).toContain('FAIL supervision e2');
    expect(run.out).toContain('FAIL supervision v');
  });

  it.each([
    ['an unknown kind', { kind: 'no-such-kind', cases: [] }, 'unknown-kind'],
    ['no JSON', '{', 'case-malformed'],
    ['no cases', { kind: 'score' }, 'case-malformed'],
    ['a case without expectation', { kind: 'score', cases: [{ id: 'a', input: {} }] }, 'case-malformed'],
    [
      'a broken repetition',
      { kind: 'score', cases: [{ id: 'a', input: { $repeat: 1 }, expected: 1 }] },
      'case-malformed',
    ],
  ])('ends with 2 on %s, and still runs the rest', async (_, content, code) => {
    const folder = folderOf({ 'a.json': content, 'b.json': { kind: 'supervision', cases: [good] } });
    const run = await conformance(folder, '.');
    expect(run).toMatchObject({ code: 2, out: '1 passed, 0 failed\n' });
    expect(run.error).toContain(code);
  });

  it('ends with 2 when there is no such path, or nothing in it', async () => {
    expect((await conformance(temporaryFolder(), 'nowhere')).code).toBe(2);
    expect((await conformance(temporaryFolder(), '.')).code).toBe(2);
  });
});
