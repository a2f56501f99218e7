import { parseTree } from '../../syntax-tree/index.ts';
import { boundNames } from '../languages/python/bound-names.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { nearestName } from './nearest.ts';
import { starModules } from './python-imports.ts';
import standardModules from './python-modules.json' with { type: 'json' };
import { type PackageVerdict, PythonPackages } from './python-packages.ts';

/** The names of a module; null when they cannot be known (it is native, or decides at run time). */
export type ModuleNames = ReadonlySet<string> | null;

const standard: Readonly<Record<string, string | null>> = standardModules;

/** The modules and packages of a Python project as its files tell them. */
export class PythonProject {
  readonly #tree: ProjectTree;
  readonly #modules = new Map<string, readonly string[]>();
  readonly #folders = new Set<string>();
  readonly #names = new Map<string, ModuleNames>();
  readonly #packages: PythonPackages;

  constructor(tree: ProjectTree) {
    this.#tree = tree;
    for (const path of tree.paths()) {
      if (/\.(pyi?|so|pyx|pyd)$/.test(path)) this.#addModule(path);
    }
    this.#packages = new PythonPackages(tree);
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

  /** Whether a top-level package exists as far as can be told here (V5). */
  verdict(name: string): PackageVerdict {
    return this.#packages.verdict(name, (one) => this.modulesLike(one));
  }
}
