import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAssetReader } from '../../../core/console/index.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mizan-assets-'));
  mkdirSync(join(folder, 'console', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.js'), 'secret');
  writeFileSync(join(folder, 'console', 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'console', 'assets', 'a b.js'), 'export {};');
  writeFileSync(join(folder, 'console', 'notes'), 'no extension');
  symlinkSync(join(folder, 'secret.js'), join(folder, 'console', 'link.js'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => createAssetReader(join(folder, 'console'))(path);

describe('createAssetReader', () => {
  test('serves index.html for the root and decodes names once', async () => {
    expect(await read('/')).toMatchObject({ ok: true, value: { mediaType: 'text/html; charset=utf-8' } });
    expect(await read('/assets/a%20b.js')).toMatchObject({ ok: true });
    expect(await read('/assets/a%2520b.js')).toMatchObject({ ok: false, problem: { code: 'asset-missing' } });
  });

  test.each([
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/..\\secret.js',
    '//../secret.js',
    '/a\0.js',
    '/%zz.js',
    'secret.js',
    '/C:/secret.js',
  ])('refuses %j', async (path) => {
    expect(await read(path)).toMatchObject({ ok: false, problem: { code: 'asset-path-refused' } });
  });

  test('refuses a link that leads outside', async () => {
    expect(await read('/link.js')).toMatchObject({ ok: false, problem: { code: 'asset-path-refused' } });
  });

  test.each(['/missing.js', '/assets', '/notes', '/index.html/x.js'])('has no file for %j', async (path) => {
    expect(await read(path)).toMatchObject({ ok: false, problem: { code: 'asset-missing' } });
  });
});
