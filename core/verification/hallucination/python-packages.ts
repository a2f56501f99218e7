import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { nearestName } from './nearest.ts';

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

/** Whether a top-level package exists as far as can be told here (V5). */
export type PackageVerdict =
  | { readonly kind: 'known' }
  | { readonly kind: 'invented'; readonly nearest: string | null }
  | { readonly kind: 'open'; readonly nearest: string | null; readonly reason: string };

/** The packages that a Python project names in its manifests and lockfiles, or has installed. */
export class PythonPackages {
  readonly #declared: ReadonlySet<string>;
  readonly #locked: ReadonlySet<string>;
  readonly #hasManifest: boolean;
  readonly #hasLockfile: boolean;
  readonly #installed: ReadonlySet<string>;

  constructor(tree: ProjectTree) {
    const manifests = tree.paths().filter((path) => manifestNames.test(path));
    const locks = tree.paths().filter((path) => lockNames.test(path));
    const namedIn = (paths: readonly string[]) => new Set(paths.flatMap((path) => words(textOf(tree, path) ?? '')));
    this.#hasManifest = manifests.length > 0;
    this.#hasLockfile = locks.length > 0;
    this.#declared = namedIn(manifests);
    this.#locked = namedIn(locks);
    this.#installed = installedPackages(tree.root);
  }

  /** `moduleLike` names the module of the project or the standard library that sounds like a name. */
  verdict(name: string, moduleLike: (name: string) => string | null): PackageVerdict {
    if (this.#installed.has(name) || usualTools.has(name)) return { kind: 'known' };
    const distributions = [
      normal(name),
      normal(importNames[name] ?? name),
      `python-${normal(name)}`,
      `py${normal(name)}`,
    ];
    const declared = distributions.some((one) => this.#declared.has(one));
    const locked = distributions.some((one) => this.#locked.has(one));
    if (locked || (declared && !this.#hasLockfile)) return { kind: 'known' };
    const nearest = this.#packagesLike(name) ?? moduleLike(name);
    if (declared)
      return { kind: 'open', nearest, reason: `The package '${name}' is in the manifest but not in the lockfile` };
    if (this.#hasManifest || this.#hasLockfile) return { kind: 'invented', nearest };
    return { kind: 'open', nearest, reason: `There is no manifest that could name the package '${name}'` };
  }

  /** What is named, installed or known to everyone, and sounds like it. */
  #packagesLike(name: string): string | null {
    const declared = nearestName(normal(name), [...this.#declared, ...this.#locked]);
    const wellKnown = [...this.#installed, ...usualTools, ...Object.keys(importNames), ...Object.values(importNames)];
    return declared ?? nearestName(name, wellKnown);
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
