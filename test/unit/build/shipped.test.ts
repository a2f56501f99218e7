import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundleElectron } from '../../../build/electron-bundle.ts';
import { parserBinaries } from '../../../build/parser-binaries.ts';

// What the child processes of a packaged app import must be in the package, and outside the archive: they run on Node.
const projectRoot = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

/** What stands for the processor in the patterns of electron-builder. */
const anyArch = ['$', '{arch}'].join('');

/** A pattern, or patterns of a folder; one pattern alone needs no list. */
type FileSet = string | { readonly from: string; readonly filter: string | readonly string[] };

interface Configuration {
  readonly files: readonly FileSet[];
  readonly asarUnpack: readonly string[];
  readonly linux: { readonly files: readonly FileSet[] };
}
const configuration = parse(read('electron-builder.yml')) as Configuration;
const shipped = [...configuration.files, ...configuration.linux.files].flatMap((set): readonly string[] => {
  if (typeof set === 'string') return [set];
  const above = set.from === '.' ? '' : `${set.from}/`;
  return [set.filter].flat().map((pattern) => `${above}${pattern.replace(anyArch, 'x64')}`);
});

/** Files of this installation that patterns choose. */
function chosen(patterns: readonly string[]): ReadonlySet<string> {
  const files = patterns
    .filter((pattern) => pattern.startsWith('node_modules/'))
    .flatMap((pattern) => globSync(pattern, { cwd: projectRoot, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1));
  return new Set(files);
}

/** The packages, and files of packages, that a bundle asks Node for. */
function asked(bundle: string): readonly string[] {
  const text = read(`dist/electron/${bundle}`);
  const imports = [...text.matchAll(/^import [^'"]*from "((?!node:)[^".][^"]*)";$/gm)].map((match) => match[1] ?? '');
  const resolved = [...text.matchAll(/createRequire\(import\.meta\.url\)(?:\.resolve)?\(\s*"([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  const grammars = globSync('node_modules/@ast-grep/lang-*', { cwd: projectRoot }).map((path) =>
    path.slice('node_modules/'.length),
  );
  const loaded = text.includes('@ast-grep/lang-$') ? grammars : [];
  const all = new Set([...imports, ...resolved, ...loaded]);
  return [...all].filter(
    (name) => name !== 'electron' && existsSync(join(projectRoot, 'node_modules', packageOf(name))),
  );
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/** A package with those that it depends on, as far as they are installed. */
function withDependencies(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name) || forBuilding.has(name)) return found;
  found.add(name);
  const { dependencies = {} } = JSON.parse(read(`node_modules/${name}/package.json`)) as { dependencies?: object };
  for (const one of Object.keys(dependencies)) withDependencies(one, found);
  return found;
}

/** Declarations and headers for those who build on a package; nothing imports them while it runs. */
const forBuilding: ReadonlySet<string> = new Set(['@oxc-project/types', 'node-addon-api']);

beforeAll(() => bundleElectron(), 120_000);

/** They run on the package's own Node, which cannot look into the archive. */
const forNode = ['inspector.js', 'verifier.js'] as const;

describe.each([...forNode, 'main.js'])('%s', (bundle) => {
  test('finds every package that it asks for, with what that depends on', () => {
    const files = chosen(shipped);
    const packages = new Set(asked(bundle).flatMap((name) => [...withDependencies(packageOf(name))]));
    expect(packages.size).toBeGreaterThan(0);
    for (const name of packages) expect([name, files.has(`node_modules/${name}/package.json`)]).toEqual([name, true]);
    for (const path of asked(bundle).filter((name) => name !== packageOf(name))) {
      expect([path, files.has(`node_modules/${path}`)]).toEqual([path, true]);
    }
  });
});

describe.each(forNode)('%s', (bundle) => {
  test('lies outside the archive with all of them', () => {
    const outside = chosen(configuration.asarUnpack);
    for (const name of new Set(asked(bundle).flatMap((one) => [...withDependencies(packageOf(one))]))) {
      expect([name, outside.has(`node_modules/${name}/package.json`)]).toEqual([name, true]);
    }
    expect(configuration.asarUnpack).toEqual(
      expect.arrayContaining(['package.json', 'dist/electron/{inspector,verifier}.js']),
    );
  });
});

test('the native code of the parsers is shipped for each system', () => {
  const text = read('electron-builder.yml');
  for (const [platform, arch] of [
    ['linux', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ] as const) {
    for (const { name, version } of parserBinaries(platform, arch)) {
      expect(text).toContain(`${name.replace(`-${arch}`, `-${anyArch}`)}/**`);
      const owner = name.startsWith('@oxc') ? 'oxc-parser' : '@ast-grep/napi';
      const { optionalDependencies } = JSON.parse(read(`node_modules/${owner}/package.json`)) as {
        optionalDependencies: Record<string, string>;
      };
      expect(optionalDependencies).toHaveProperty([name], version);
    }
  }
});
