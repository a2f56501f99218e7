import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPackage } from '@electron/asar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleElectron } from '../../../build/electron-bundle.ts';
import { runTool } from '../../../build/run-command.ts';

// electron-builder packs for Linux with a stand-in for Electron's binary: an empty program with the fuse wire in it. It
// shows what goes into the archive and how the fuses are set, not that the app starts.
const fuseWire = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseCount = 9;

let folder: string;
let unpacked: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mizan-packaging-'));
  const electron = join(folder, 'electron');
  mkdirSync(join(electron, 'resources'), { recursive: true });
  mkdirSync(join(electron, 'locales'));
  const wire = Buffer.concat([Buffer.from(fuseWire), Buffer.from([1, fuseCount]), Buffer.from('r'.repeat(fuseCount))]);
  writeFileSync(join(electron, 'electron'), wire, { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(electron, name), '');
  await bundleElectron();
  const outcome = await runTool(
    'electron-builder/cli.js',
    [
      '--linux',
      'dir',
      '--x64',
      '--publish=never',
      '--config=electron-builder.yml',
      `-c.electronDist=${electron}`,
      `-c.directories.output=${join(folder, 'out')}`,
    ],
    { quiet: true },
  );
  expect(outcome.code, outcome.output).toBe(0);
  unpacked = join(folder, 'out', 'linux-unpacked');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the archive holds the bundles and the migrations, and no sources or tests', () => {
  const files = listPackage(join(unpacked, 'resources', 'app.asar'), { isPack: false });
  expect(files).toEqual(
    expect.arrayContaining(['/package.json', '/dist/electron/main.js', '/dist/electron/preload.cjs']),
  );
  expect(files.filter((file) => file.startsWith('/migrations/'))).toHaveLength(readdirSync('migrations').length);
  expect(files.filter((file) => /^\/(core|electron|renderer|test|build)(\/|$)|\.ts$|\.map$/.test(file))).toEqual([]);
  const packages = new Set(files.flatMap((file) => /^\/node_modules\/([^/]+)/.exec(file)?.[1] ?? []));
  expect([...packages]).toEqual(['better-sqlite3']);
});

test('the one prebuild of this target lies outside the archive', () => {
  const prebuilds = join(unpacked, 'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds');
  expect(readdirSync(prebuilds)).toEqual(['linux-x64.node']);
});

test('the fuses are burnt as configured', () => {
  const program = readFileSync(join(unpacked, 'mizan'));
  const at = program.indexOf(fuseWire) + fuseWire.length + 2;
  const fuses = program.subarray(at, at + fuseCount).toString('latin1');
  // runAsNode, cookieEncryption, nodeOptions, nodeCliInspect, asarIntegrity, onlyAsar, snapshot (as it was), fileProtocol.
  expect(fuses.slice(0, 6) + fuses.slice(7, 8)).toBe('0100110');
});
