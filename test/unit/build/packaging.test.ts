import { spawnSync } from 'node:child_process';
import {
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleElectron } from '../../../build/electron-bundle.ts';
import { runTool } from '../../../build/run-command.ts';

// electron-builder packs for Linux with a stand-in for Electron's binary: an empty program with the fuse wire in it. It
// shows what goes into the archive and how the fuses are set, not that the app starts.
const fuseWire = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseCount = 9;
/** Whether what is packed could run here. */
const isTarget = process.platform === 'linux' && process.arch === 'x64';

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
  // As build/dist.ts does; the Node that runs this is as good as any.
  mkdirSync('dist/node/linux-x64', { recursive: true });
  copyFileSync(process.execPath, 'dist/node/linux-x64/node', constants.COPYFILE_FICLONE);
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
  // The archive holds the compilers of several languages: seconds on a machine at rest, more than a minute on a busy one.
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the archive holds the bundles and the migrations, and no sources or tests', () => {
  const files = listPackage(join(unpacked, 'resources', 'app.asar'), { isPack: false });
  expect(files).toEqual(
    expect.arrayContaining(['/package.json', '/dist/electron/main.js', '/dist/electron/preload.cjs']),
  );
  expect(files.filter((file) => file.startsWith('/migrations/'))).toHaveLength(readdirSync('migrations').length);
  const ours = files.filter((file) => !file.startsWith('/node_modules/'));
  expect(ours.filter((file) => /^\/(core|electron|renderer|test|build)(\/|$)|\.ts$/.test(file))).toEqual([]);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const packages = new Set(files.flatMap((file) => /^\/node_modules\/([^/]+)/.exec(file)?.[1] ?? []));
  expect([...packages].sort()).toEqual([
    '@ast-grep',
    '@astral-sh',
    // npm installs the native code of its own system alone.
    ...(isTarget ? ['@oxc-parser'] : []),
    '@ruby',
    '@types',
    '@typescript',
    'better-sqlite3',
    'minijinja-js',
    'oxc-parser',
    'pyright',
    'undici-types',
  ]);
});

test('the one prebuild of this target lies outside the archive', () => {
  const prebuilds = join(unpacked, 'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds');
  expect(readdirSync(prebuilds)).toEqual(['linux-x64.node']);
});

test('the fuses are burnt as configured', () => {
  const program = readFileSync(join(unpacked, 'mizan'));
  const at = program.indexOf(fuseWire) + fuseWire.length + 2;
  const fuses = program.subarray(at, at + fuseCount).toString('latin1');
  // runAsNode, cookieEncryption, nodeOptions, nodeCliInspect, asarIntegrity, onlyAsar, snapshot (as it was),
  // fileProtocol.
  expect(fuses.slice(0, 6) + fuses.slice(7, 8)).toBe('0100110');
});

// On the Node that ships, from the files that ship, away from this installation's packages. Electron is not needed for
// it.
describe.runIf(isTarget)('the inspector of the package', () => {
  const wrong = {
    'a.ts': 'export const size: number = lenght(1);\n',
    'a.py': 'import os\nos.pathh.join("a")\nprimt("x")\n',
    'a.go': 'package a\nfunc f() {}\n',
    'A.java': 'class A {}\n',
    'a.rb': 'def a = puts "b"\n',
  };

  /** What it answers, as the host asks it. */
  function inspect(request: object): unknown {
    const resources = join(unpacked, 'resources');
    const script = join(resources, 'app.asar.unpacked/dist/electron/inspector.js');
    const { stdout, stderr, status } = spawnSync(join(resources, 'node/node'), [script], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: folder },
      input: JSON.stringify(request),
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect(status, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  beforeAll(() => {
    for (const name of ['work', 'before']) mkdirSync(join(folder, name));
    for (const [path, text] of Object.entries(wrong)) writeFileSync(join(folder, 'work', path), text);
  });

  test('parses every kind of source', () => {
    const files = Object.keys(wrong);
    expect(inspect({ check: 'syntax', workTree: join(folder, 'work'), files })).toEqual({
      parsed: files,
      passedOver: [],
      errors: [],
    });
  });

  test('looks at the dimensions, with its verifiers, compilers and their libraries', () => {
    const report = inspect({
      check: 'dimensions',
      workTree: join(folder, 'work'),
      policy: { name: 'strict-code-generation', ownText: null },
      task: '',
      files: ['a.ts', 'a.py'].map((path) => ({ path, basePath: null })),
      baseFolder: join(folder, 'before'),
      packagesFrom: null,
    });
    const { findings } = report as { findings: readonly { rule: string; file: string; symbol: string }[] };
    const names = findings.filter(({ rule }) => rule.startsWith('hallucination/'));
    expect(names.map(({ file, symbol }) => `${file} ${symbol}`).sort()).toEqual([
      'a.py os.pathh',
      'a.py primt',
      'a.ts lenght',
    ]);
  });
});
