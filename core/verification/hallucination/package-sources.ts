import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { readManifest } from './node-packages.ts';

/** Of all packages together; what lies beyond is not read. */
const mostBytes = 256 * 1024 * 1024;
const sources = /\.[cm]?[jt]sx?$|\.json$/;

/**
 * The sources of the packages that a project depends on, directly or through others, read one after the other when
 * asked.
 */
export class PackageSources {
  readonly #tree: ProjectTree;
  #isComplete = true;

  constructor(tree: ProjectTree) {
    this.#tree = tree;
  }

  /** Whether a manifest says what the project depends on, and all that was asked for so far is there. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Texts of packages, first of those that `users` name between quotes. Every byte is one character. */
  *texts(users: readonly string[]): Generator<string> {
    const { root } = this.#tree;
    const manifests = this.#tree.paths().filter((path) => /(^|\/)package\.json$/.test(path));
    if (root === null || manifests.length === 0) this.#isComplete = false;
    if (root === null) return;
    const folders = new Set<string>();
    for (const name of quotedNames(users)) {
      const place = placeOf(name, root);
      if (place !== null) folders.add(place);
    }
    for (const path of manifests) this.#addDependencies(join(root, dirname(path)), textOf(this.#tree, path), folders);
    let left = mostBytes;
    // Packages of packages are added behind those that are being read.
    for (const folder of folders) {
      for (const file of sourcesBelow(folder)) {
        const text = readFileSync(file, 'latin1');
        left -= text.length;
        if (left < 0) {
          this.#isComplete = false;
          return;
        }
        yield text;
      }
      this.#addDependencies(folder, readText(join(folder, 'package.json')), folders, false);
    }
  }

  /** Adds where the packages lie that a manifest names. Those only a package itself may do without are not missed. */
  #addDependencies(folder: string, manifest: string | null, folders: Set<string>, isOwn = true): void {
    const { dependencies, devDependencies, peerDependencies, optionalDependencies } = readManifest(manifest);
    const needed = Object.keys({ ...dependencies, ...(isOwn ? devDependencies : {}) });
    for (const name of [...needed, ...Object.keys({ ...peerDependencies, ...optionalDependencies })]) {
      const place = placeOf(name, folder);
      if (place !== null) folders.add(place);
      else if (needed.includes(name) && optionalDependencies?.[name] === undefined) this.#isComplete = false;
    }
  }
}

/** What could be the name of a package, with or without a path into it. */
function quotedNames(texts: readonly string[]): ReadonlySet<string> {
  const found = texts.flatMap((text) => [...text.matchAll(/['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^'"\n]*)?['"]/g)]);
  return new Set(found.map(([, name]) => name ?? ''));
}

/**
 * The folder of a package as Node finds it from another folder, links followed: they lead to where its own packages
 * are.
 */
function placeOf(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (statSync(place, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(place);
    if (folder === dirname(folder)) return null;
  }
}

function* sourcesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* sourcesBelow(join(folder, entry.name));
    else if (entry.isFile() && sources.test(entry.name)) yield join(folder, entry.name);
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A package without a manifest depends on nothing.
    return null;
  }
}
