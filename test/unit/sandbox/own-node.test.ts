import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectorPlace } from '../../../core/contracts/inspection/place.ts';
import { ownNode } from '../../../core/sandbox/index.ts';

test('child processes run on the Node beside a packaged app, and else on the program itself', () => {
  const resources = mkdtempSync(join(tmpdir(), 'mizan-resources-'));
  try {
    const electron = { execPath: '/opt/Mizan/mizan', platform: 'linux', resourcesPath: resources };
    expect(ownNode({ execPath: '/usr/bin/node', platform: 'linux' })).toBe('/usr/bin/node');
    // Electron while it is being developed: its own binary may be a Node.
    expect(ownNode(electron)).toBe('/opt/Mizan/mizan');
    mkdirSync(join(resources, 'node'));
    for (const name of ['node', 'node.exe']) writeFileSync(join(resources, 'node', name), '');
    expect(ownNode(electron)).toBe(join(resources, 'node/node'));
    expect(ownNode({ ...electron, platform: 'win32' })).toBe(join(resources, 'node/node.exe'));
  } finally {
    rmSync(resources, { recursive: true });
  }
});

test('the inspector lies beside its callers, and outside the archive of a packaged app', () => {
  expect(inspectorPlace('/src/core/contracts/inspection/inspect.ts')).toEqual({
    script: '/src/core/contracts/inspection/inspector.ts',
    programFolder: '/src/',
  });
  expect(inspectorPlace('/src/dist/electron/main.js')).toEqual({
    script: '/src/dist/electron/inspector.js',
    programFolder: '/src/',
  });
  expect(inspectorPlace('/opt/Mizan/resources/app.asar/dist/electron/main.js')).toEqual({
    script: '/opt/Mizan/resources/app.asar.unpacked/dist/electron/inspector.js',
    programFolder: '/opt/Mizan/resources/app.asar.unpacked/',
  });
});
