import { type ProjectTree, textOf } from '../../project/tree.ts';

const ending = /\.(c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tcc|tpp|def)$/i;
const header = /\.(h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tcc|tpp|def)$/i;

/** Files that C and C++ compilers read. */
export function isCFamily(path: string): boolean {
  return ending.test(path);
}

/** Whether a path ends as headers and files to include do; such a file is not compiled by itself. */
export function isHeader(path: string): boolean {
  return header.test(path);
}

/** `.c` is C, every other source C++. */
export function isPlainC(path: string): boolean {
  return path.endsWith('.c');
}

/** The includes of a source, as they are written. */
export function includesOf(text: string): readonly { readonly target: string; readonly isQuoted: boolean }[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]/gm)].map(([, mark, target = '']) => ({
    target,
    isQuoted: mark === '"',
  }));
}

const fewSources = 3;
const deepestChain = 4;

/** Where the files of a project are by their names, and who includes whom. */
export class SourceMap {
  readonly #tree: ProjectTree;
  readonly #byName = new Map<string, string[]>();
  readonly #includes = new Map<string, readonly string[]>();
  #includers: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(tree: ProjectTree) {
    this.#tree = tree;
    for (const path of tree.paths()) {
      if (!isCFamily(path)) continue;
      const name = nameOf(path);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), path]);
    }
  }

  /** Files that an include may mean: those whose path ends with it. */
  found(target: string): readonly string[] {
    const plain = target.replace(/^(?:\.{1,2}\/)+/, '');
    const named = this.#byName.get(nameOf(plain)) ?? [];
    return named.filter((path) => path === plain || path.endsWith(`/${plain}`));
  }

  /** Folders of the project by which what these sources include, and what that includes, is found. */
  foldersFor(sources: readonly string[]): readonly string[] {
    const folders = new Set<string>();
    const seen = new Set(sources);
    for (const path of seen) {
      for (const target of this.#includesIn(path)) {
        const [first] = this.found(target);
        if (first === undefined) continue;
        seen.add(first);
        const plain = target.replace(/^(?:\.{1,2}\/)+/, '');
        folders.add(first === plain ? '.' : first.slice(0, -plain.length - 1));
      }
    }
    return [...folders];
  }

  /** A few sources by which a header is compiled, its own includers first. */
  sourcesThatInclude(path: string): readonly string[] {
    const sources: string[] = [];
    let headers = [path];
    const seen = new Set(headers);
    for (let step = 0; step < deepestChain && headers.length > 0 && sources.length < fewSources; step += 1) {
      const includers = this.#includersOf(headers).filter((one) => !seen.has(one));
      for (const one of includers) seen.add(one);
      sources.push(...includers.filter((one) => !isHeader(one)));
      headers = includers.filter(isHeader);
    }
    return sources.slice(0, fewSources);
  }

  /** Sources and headers that include one of these, by the last part of its name. */
  #includersOf(headers: readonly string[]): readonly string[] {
    this.#includers ??= this.#indexed();
    return [...new Set(headers.flatMap((path) => this.#includers?.get(nameOf(path)) ?? []))];
  }

  #indexed(): ReadonlyMap<string, readonly string[]> {
    const index = new Map<string, string[]>();
    for (const path of [...this.#byName.values()].flat()) {
      for (const target of this.#includesIn(path)) {
        const name = nameOf(target);
        const known = index.get(name);
        if (known === undefined) index.set(name, [path]);
        else known.push(path);
      }
    }
    return index;
  }

  /** What a file includes; each is read once. */
  #includesIn(path: string): readonly string[] {
    const known = this.#includes.get(path);
    if (known !== undefined) return known;
    const found = includesOf(textOf(this.#tree, path) ?? '').map(({ target }) => target);
    this.#includes.set(path, found);
    return found;
  }
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}
