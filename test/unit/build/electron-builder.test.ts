import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { unbundledPackages } from '../../../build/vite.electron.config.ts';

const projectRoot = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

interface Configuration {
  readonly files: readonly unknown[];
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly asarUnpack: readonly string[];
  readonly npmRebuild: boolean;
}

const configuration = parse(read('electron-builder.yml')) as Configuration;

describe('electron-builder.yml', () => {
  // The schema is draft 7 with one word of the builder's own for functions, which YAML cannot hold.
  const ajv = new Ajv({ allErrors: true, strict: false });
  ajv.addKeyword('typeof');
  const fits = ajv.compile(JSON.parse(read('node_modules/app-builder-lib/scheme.json')));

  test('fits the schema of the installed electron-builder', () => {
    expect(fits(configuration), JSON.stringify(fits.errors)).toBe(true);
  });

  test('and the schema notices a mistake', () => {
    expect(fits({ ...configuration, electronFuses: { runAsNoed: false } })).toBe(false);
    expect(fits({ ...configuration, asarUnpacked: [] })).toBe(false);
  });

  test('sets every fuse that Electron’s security guide names', () => {
    expect(configuration.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  test('unpacks native modules and compiles nothing', () => {
    expect(configuration.asarUnpack).toContain('**/*.node');
    expect(configuration.npmRebuild).toBe(false);
  });

  test('ships every package that the bundle leaves out', () => {
    for (const name of unbundledPackages) expect(configuration.files).toContain(`node_modules/${name}/package.json`);
  });
});

describe('the icons', () => {
  test.each([16, 32, 48, 64, 128, 256, 512, 1024])('hold a PNG of %i pixels', (size) => {
    const png = readFileSync(join(projectRoot, 'build/icons', `${size}x${size}.png`));
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  });

  test('of Windows and macOS hold their PNG files whole', () => {
    const ico = readFileSync(join(projectRoot, 'build/icons/icon.ico'));
    const count = ico.readUInt16LE(4);
    const last = 6 + 16 * (count - 1);
    expect(ico.readUInt32LE(last + 8) + ico.readUInt32LE(last + 12)).toBe(ico.length);
    const icns = readFileSync(join(projectRoot, 'build/icons/icon.icns'));
    expect([icns.subarray(0, 4).toString('latin1'), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  });
});
