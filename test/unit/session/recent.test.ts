import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ledgerName, openRecentLedgers } from '../../../core/session/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mizan-recent-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('recent ledgers', () => {
  test('newest first, each once, at most ten, kept for the next start', () => {
    const recent = openRecentLedgers(join(folder, 'data'));
    for (let index = 0; index < 12; index += 1) recent.remember(`/ledgers/${index}.mizan`);
    recent.remember('/ledgers/5.mizan');
    const expected = [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((index) => `/ledgers/${index}.mizan`);
    expect(openRecentLedgers(join(folder, 'data')).list()).toEqual(expected);
    expect(readdirSync(join(folder, 'data'))).toEqual(['recent-ledgers.json']);
  });

  test.each(['', '{', '[]', '{"version":2,"ledgers":[]}', '{"version":1,"ledgers":[1]}'])(
    'a damaged file %j reads as empty and is replaced by the next one',
    (content) => {
      writeFileSync(join(folder, 'recent-ledgers.json'), content);
      const recent = openRecentLedgers(folder);
      expect(recent.list()).toEqual([]);
      recent.remember('/a.mizan');
      expect(JSON.parse(readFileSync(join(folder, 'recent-ledgers.json'), 'utf8'))).toEqual({
        version: 1,
        ledgers: ['/a.mizan'],
      });
    },
  );

  test('a ledger is called after its file', () => {
    expect(ledgerName('/somewhere/project.mizan')).toBe('project');
    expect(ledgerName('/somewhere/other.db')).toBe('other.db');
  });
});
