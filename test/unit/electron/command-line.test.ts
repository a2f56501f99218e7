import { describe, expect, test } from 'vitest';
import { requestedLedger } from '../../../electron/command-line.ts';

describe('requestedLedger', () => {
  test.each([
    [['--ledger', 'a.mizan'], '/home/me/a.mizan'],
    [['--ledger=sub/a.mizan'], '/home/me/sub/a.mizan'],
    [['.', '/data/b.mizan'], '/data/b.mizan'],
    [['--no-sandbox', '--user-data-dir=/tmp/x', '.', '--ledger', '/data/c.mizan'], '/data/c.mizan'],
  ])('reads %j', (args, path) => {
    expect(requestedLedger(args, '/home/me', {})).toBe(path);
  });

  test('falls back to MIZAN_LEDGER, and the command line wins over it', () => {
    expect(requestedLedger(['.'], '/home/me', { MIZAN_LEDGER: 'd.mizan' })).toBe('/home/me/d.mizan');
    expect(requestedLedger(['a.mizan'], '/home/me', { MIZAN_LEDGER: 'd.mizan' })).toBe('/home/me/a.mizan');
  });

  test.each([[['.']], [['--ledger']], [['--ledger', '']], [['notes.txt']]])('leaves the choice open for %j', (args) => {
    expect(requestedLedger(args, '/home/me', {})).toBeNull();
  });
});
