import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseTree } from '../../syntax-tree/index.ts';
import { boundNames } from '../languages/python/bound-names.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { nearestName } from './nearest.ts';
import { starModules } from './python-imports.ts';
import standardModules from './python-modules.json' with { type: 'json' };

/** The names of a module; null when they cannot be known (it is native, or decides at run time). */
export type ModuleNames = ReadonlySet<string> | null;

const standard: Readonly<Record<string, string | null>> = standardModules;

/** Distributions whose packages have other names. */
const importNames: Readonly<Record<string, string>> = {
  yaml: 'pyyaml',
  cv2: 'opencv-python',
  PIL: 'pillow',
  sklearn: 'scikit-learn',
  skimage: 'scikit-image',
  bs4: 'beautifulsoup4',
  dateutil: 'python-dateutil',
  dotenv: 'python-dotenv',
  attr: 'attrs',
  jwt: 'pyjwt',
  serial: 'pyserial',
  Crypto: 'pycryptodome',
  git: 'gitpython',
  docx: 'python-docx',
  magic: 'python-magic',
  OpenSSL: 'pyopenssl',
  usb: 'pyusb',
  MySQLdb: 'mysqlclient',
  psycopg2: 'psycopg2-binary',
  google: 'protobuf',
  gi: 'pygobject',
  zmq: 'pyzmq',
  slugify: 'python-slugify',
  markdown: 'markdown',
  pkg_resources: 'setuptools',
  _pytest: 'pytest',
};
/** Tools that projects use without naming them. */
const usualTools: ReadonlySet<string> = new Set([
  'pytest',
  'setuptools',
  'pkg_resources',
  'pip',
  'wheel',
  '_pytest',
  'distutils',
]);

const manifestNames = /(^|\/)(requirements[^/]*\.(txt|in)|pyproject\.toml|setup\.(py|cfg)|Pipfile|environment\.ya?ml)$/;
const lockNames = /(^|\/)(poetry\.lock|uv\.lock|Pipfile\.lock|pdm\.lock)$/;

/** The modules and packages of a Python project as its files tell them. */
export class PythonProject {
  readonly #tree: ProjectTree;
  readonly #modules = new Map<string, readonly string[]>();
  readonly #folders = new Set<string>();
  readonly #names = new Map<string, ModuleNames>();
  readonly #declared = new Set<string>();
  readonly #locked = new Set<string>();
  readonly #hasManifest: boolean;
  readonly #hasLockfile: boolean;
  readonly #installed: ReadonlySet<string>;

  constructor(tree: ProjectTree) {
    this.#tree = tree;
    for (const path of tree.paths()) {
      if (/\.(pyi?|so|pyx|pyd)$/.test(path)) this.#addModule(path);
    }
    const manifests = tree.paths().filter((path) => manifestNames.test(path));
    const locks = tree.paths().filter((path) => lockNames.test(path));
    this.#hasManifest = manifests.length > 0;
    this.#hasLockfile = locks.length > 0;
    for (const path of manifests) for (const word of words(textOf(tree, path) ?? '')) this.#declared.add(word);
    for (const path of locks) for (const word of words(textOf(tree, path) ?? '')) this.#locked.add(word);
    this.#installed = installedPackages(tree.root);
  }

  /** Every way to spell a file as a module: with each of the folders above it as the top. */
  #addModule(path: string): void {
    const stem = path.replace(/\.[^./]+(-[^/]*)?\.so$|\.[^./]+$/, '').replace(/\/__init__$/, '');
    const parts = stem.split('/');
    for (let from = 0; from < parts.length; from += 1) {
      const name = parts.slice(from).join('.');
      this.#modules.set(name, [...(this.#modules.get(name) ?? []), path]);
      for (let to = from + 1; to < parts.length; to += 1) this.#folders.add(parts.slice(from, to).join('.'));
    }
  }

  /** Whether the project itself has such a module or a folder of that name. */
  owns(module: string): boolean {
    return this.#modules.has(module) || this.#folders.has(module);
  }

  /** A folder without `__init__`: it holds its files and nothing else. */
  isPlainFolder(module: string): boolean {
    return this.#folders.has(module) && !this.#modules.has(module);
  }

  /** Whether the standard library has a module of exactly this dotted name. */
  isStandard(module: string): boolean {
    return Object.hasOwn(standard, module);
  }

  /** What can be imported from a module of the project or the standard library. */
  namesOf(module: string): ModuleNames {
    const known = this.#names.get(module);
    if (known !== undefined) return known;
    // A module that imports itself through others adds nothing to itself.
    this.#names.set(module, new Set());
    const names = this.#readAllNames(module);
    this.#names.set(module, names);
    return names;
  }

  /** A file anywhere in the project may be meant by a name, or the standard module: what either has is known. */
  #readAllNames(module: string): ModuleNames {
    const listed = Object.hasOwn(standard, module) ? standard[module] : undefined;
    const isOwn = this.#modules.has(module);
    if (!isOwn && this.#folders.has(module)) return null;
    const own = isOwn ? this.#readNames(module) : new Set<string>();
    if (own === null || listed === null || (listed === undefined && !isOwn)) return null;
    return new Set([...own, ...(listed?.split(' ') ?? [])]);
  }

  #readNames(module: string): ModuleNames {
    const found = new Set<string>();
    for (const path of this.#modules.get(module) ?? []) {
      const text = path.endsWith('.py') || path.endsWith('.pyi') ? textOf(this.#tree, path) : null;
      if (text === null || /^def __getattr__\b|\bglobals\(\)|sys\.modules\[__name__\]\s*=/m.test(text)) return null;
      const root = parseTree('python', text);
      boundNames(root, found);
      for (const star of starModules(root, path)) {
        const names = this.namesOf(star);
        if (names === null) return null;
        for (const name of names) found.add(name);
      }
    }
    for (const other of [...this.#modules.keys(), ...this.#folders]) {
      if (other.startsWith(`${module}.`)) found.add(other.slice(module.length + 1).split('.')[0] ?? '');
    }
    return found;
  }

  /** The module of the project or the standard library whose name is nearest, or null when none is near (V5). */
  modulesLike(name: string): string | null {
    return nearestName(name, [...this.#modules.keys(), ...Object.keys(standard).filter((one) => !one.startsWith('_'))]);
  }

  /** What is named, installed, known to everyone, or a module here and sounds like it. */
  #packagesLike(name: string): string | null {
    const declared = nearestName(normal(name), [...this.#declared, ...this.#locked]);
    const wellKnown = [...this.#installed, ...usualTools, ...Object.keys(importNames), ...Object.values(importNames)];
    return declared ?? nearestName(name, wellKnown) ?? this.modulesLike(name);
  }

  /** Whether a top-level package exists as far as can be told here (V5). */
  verdict(name: string): {
    readonly kind: 'known' | 'invented' | 'open';
    readonly nearest: string | null;
    readonly reason: string;
  } {
    const known = { kind: 'known', nearest: null, reason: '' } as const;
    if (this.#installed.has(name) || usualTools.has(name)) return known;
    const distributions = [
      normal(name),
      normal(importNames[name] ?? name),
      `python-${normal(name)}`,
      `py${normal(name)}`,
    ];
    const declared = distributions.some((one) => this.#declared.has(one));
    const locked = distributions.some((one) => this.#locked.has(one));
    const nearest = this.#packagesLike(name);
    if (locked || (declared && !this.#hasLockfile)) return known;
    if (declared)
      return { kind: 'open', nearest, reason: `The package '${name}' is in the manifest but not in the lockfile` };
    if (this.#hasManifest || this.#hasLockfile) return { kind: 'invented', nearest, reason: '' };
    return { kind: 'open', nearest, reason: `There is no manifest that could name the package '${name}'` };
  }
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** Every word that could be the name of a distribution. */
function words(text: string): readonly string[] {
  return (text.match(/[A-Za-z][\w.-]*/g) ?? []).map(normal);
}

function installedPackages(root: string | null): ReadonlySet<string> {
  const found = new Set<string>();
  if (root === null) return found;
  for (const environment of ['.venv', 'venv']) {
    const library = join(root, environment, 'lib');
    if (!existsSync(library)) continue;
    for (const version of readdirSync(library)) {
      const packages = join(library, version, 'site-packages');
      if (!existsSync(packages)) continue;
      for (const entry of readdirSync(packages)) found.add(entry.replace(/\.py$/, ''));
    }
  }
  return found;
}
