import { expect, test } from 'vitest';
import type { GateResult, WorkDetail } from '../../../core/api/index.ts';
import { foldedPaths, folds } from '../../../renderer/components/json-value.tsx';
import { textOnly } from '../../../renderer/components/text-only.ts';
import { cutAtMatches, firstFailure, matchingLines, terminalLines } from '../../../renderer/text/terminal-lines.ts';
import { verdictOf } from '../../../renderer/text/verdict.ts';
import {
  counted,
  duration,
  exactTime,
  listed,
  relativeTime,
  shortDigest,
  signedScore,
  size,
} from '../../../renderer/text/words.ts';

test('digests show both ends, short texts stay whole', () => {
  expect(shortDigest(`sha256:7f3a${'0'.repeat(58)}c2`)).toBe('7f3a…c2');
  expect(shortDigest('abc')).toBe('abc');
});

test('every figure has its unit', () => {
  expect([340, 1240, 12_410, 60_000, 185_000].map(duration)).toEqual([
    '340 ms',
    '1.24 s',
    '12.4 s',
    '1 min',
    '3 min 5 s',
  ]);
  expect([812, 14_541, 3 * 1024 * 1024].map(size)).toEqual(['812 B', '14.2 KiB', '3.0 MiB']);
  expect([counted(1, 'event'), counted(12_431, 'event')]).toEqual(['1 event', '12,431 events']);
  expect([1, -1, 0, 0.5].map(signedScore)).toEqual(['+1.0', '−1.0', '0.0', '+0.5']);
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
});

test('times are relative, never in the future by the width of a tick, and exact in UTC', () => {
  const now = Date.parse('2026-03-22T08:00:00Z');
  const at = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now);
  expect([0, 30, 720, 7200, 172_800].map(at)).toEqual(['now', '30 s ago', '12 min ago', '2 h ago', '2 d ago']);
  expect([at(-9), at(-3600)]).toEqual(['now', 'in 1 h']);
  expect(relativeTime('not a time', now)).toBe('not a time');
  expect(exactTime('2026-03-22T10:00:00+02:00')).toBe('2026-03-22 08:00:00.000 UTC');
});

test('output loses its colours, keeps its lines, and what a carriage return wrote over', () => {
  const control = String.fromCharCode(27);
  expect(terminalLines(`${control}[31mFAILED${control}[0m a\r\n10%\r100%\n`)).toEqual(['FAILED a', '100%']);
  expect(terminalLines('')).toEqual(['']);
});

test('search finds lines whatever their case, and cuts them at the matches', () => {
  const lines = ['Collected 3', 'one FAILED', 'all collected'];
  expect(matchingLines(lines, 'COLLECT')).toEqual([0, 2]);
  expect(matchingLines(lines, '')).toEqual([]);
  expect(firstFailure(lines)).toBe(1);
  expect(firstFailure(['nofailure', 'fine'])).toBe(-1);
  expect(cutAtMatches('aXbxa', 'x')).toEqual([
    { text: 'a', match: false },
    { text: 'X', match: true },
    { text: 'b', match: false },
    { text: 'x', match: true },
    { text: 'a', match: false },
  ]);
});

test('long values fold and are known until they are opened', () => {
  expect(folds('x'.repeat(281))).toBe(true);
  expect(folds('x'.repeat(280))).toBe(false);
  expect(folds('\n'.repeat(8))).toBe(true);
  expect(foldedPaths({ a: ['short', 'y'.repeat(300)], b: { c: 'z'.repeat(300) } }, 'root')).toEqual([
    'root.a.1',
    'root.b.c',
  ]);
});

test('raw HTML and images of an agent become text', () => {
  const tree = {
    type: 'root',
    children: [
      { type: 'html', value: '<script>alert(1)</script>' },
      { type: 'paragraph', children: [{ type: 'image', alt: 'x', url: 'http://evil/x.png' }] },
    ],
  };
  textOnly()(tree);
  expect(JSON.stringify(tree)).not.toContain('"image"');
  expect(tree.children[0]).toEqual({ type: 'text', value: '<script>alert(1)</script>' });
  expect(JSON.stringify(tree)).toContain('[image, not loaded: x, http://evil/x.png]');
});

const row: WorkDetail['row'] = {
  taskId: 't',
  title: 'T',
  agentId: 'a',
  outcome: 'hallucinated',
  sign: 'failed',
  gateFailed: 'tests',
  score: -1,
  reputationAfter: 0.2,
  level: 'strict',
  unsandboxed: false,
  derived: false,
  issuedAt: '',
  finishedAt: '',
  waitingGateId: null,
};
const gate = (name: GateResult['gate'], outcome: GateResult['outcome']): GateResult => ({
  gate: name,
  outcome,
  reason: '',
  durationMs: null,
  tool: null,
  output: null,
  marks: [],
});

test('the verdict says what was claimed and what was found', () => {
  const claim = { status: 'success', need: null, text: '', at: '' };
  const gates = [gate('files', 'passed'), gate('tests', 'failed')];
  expect(verdictOf({ row, claim, gates })).toEqual({
    claimed: 'The agent claimed success.',
    found: 'The checks disagree: Tests failed.',
  });
  expect(verdictOf({ row: { ...row, outcome: 'verified' }, claim, gates }).found).toBe(
    'The checks agree: Files passed.',
  );
  const blocked = { ...claim, status: 'blocked', need: 'credentials' };
  expect(verdictOf({ row: { ...row, outcome: 'blocked' }, claim: blocked, gates: [] })).toEqual({
    claimed: 'The agent stopped: it needs credentials.',
    found: 'There is no success to check.',
  });
});
