import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../electron');

test.each([
  ['ipcMain', 'gateway.ts'],
  ['ipcRenderer', 'preload.ts'],
  ['contextBridge', 'preload.ts'],
  ['safeStorage', 'main.ts'],
])('%s is imported by %s alone', (name, owner) => {
  const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from 'electron'`);
  const users = readdirSync(folder).filter((file) => imported.test(readFileSync(join(folder, file), 'utf8')));
  expect(users).toEqual([owner]);
});

test('main.ts stays a list of set-up calls', () => {
  expect(readFileSync(join(folder, 'main.ts'), 'utf8').split('\n').length).toBeLessThan(100);
});
