import { type ProjectTree, textOf } from '../../project/tree.ts';

const ending = /\.(c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tcc|tpp|def)$/i;
const header = /\.(h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tcc|tpp|def)$/i;

/** Files that C and C++ compilers read. */
export function isCFamily(path: string): boolean {
  return ending.test(path);
}

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
      for (const { target } of includesOf(textOf(this.#tree, path) ?? '')) {
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

  #includersOf(headers: readonly string[]): readonly string[] {
    const names = new Set(headers.map(nameOf));
    return [...this.#byName.values()].flat().filter((path) => {
      const text = textOf(this.#tree, path) ?? '';
      return includesOf(text).some(({ target }) => names.has(nameOf(target)));
    });
  }
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}
