import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SecondInstance, SingleInstance } from '../../double/electron/single-instance.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mizan-single-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the second is refused, and the first hears what it wanted', async () => {
  const heard = Promise.withResolvers<SecondInstance>();
  const first = new SingleInstance(folder, heard.resolve);
  const second = new SingleInstance(folder, () => undefined);
  expect(first.request({})).toBe(true);
  expect(first.request({})).toBe(true);
  expect(second.request({ ledger: '/data/a.mizan' })).toBe(false);
  expect((await heard.promise).data).toEqual({ ledger: '/data/a.mizan' });
  first.release();
  expect(second.request({})).toBe(true);
  second.release();
});

test('a lock whose process is gone is taken over', () => {
  // Above the largest process id that Linux gives.
  writeFileSync(join(folder, 'SingletonLock'), '4194305');
  const instance = new SingleInstance(folder, () => undefined);
  expect(instance.request({})).toBe(true);
  instance.release();
});
