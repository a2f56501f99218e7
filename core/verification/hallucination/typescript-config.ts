import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
import ts from '@typescript/typescript6';
import { minimatch } from 'minimatch';
import { type ProjectTree, textOf } from '../project/tree.ts';

/** Where a tree without a folder pretends to be. */
const virtualRoot = '/mizan-project';

const defaultOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  jsx: ts.JsxEmit.Preserve,
  esModuleInterop: true,
  resolveJsonModule: true,
};

/** The folder that the paths of a tree are in, for the compiler. */
export function rootOf(tree: ProjectTree): string {
  return tree.root ?? virtualRoot;
}

/** The files grouped by the tsconfig that is theirs. */
export function filesByConfig(tree: ProjectTree, files: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string | null, readonly string[]>();
  const add = (config: string | null, more: readonly string[]) => {
    if (more.length > 0) groups.set(config, [...(groups.get(config) ?? []), ...more]);
  };
  for (const [nearest, below] of Map.groupBy(files, (path) => nearestConfig(tree, path))) {
    let rest: readonly string[] = below;
    for (const config of nearest === null ? [] : candidates(tree, nearest)) {
      if (rest.length === 0) break;
      const own = new Set(included(tree, config, rest));
      add(config, [...own]);
      rest = rest.filter((path) => !own.has(path));
    }
    add(nearest, rest);
  }
  return [...groups.values()];
}

/**
 * The tsconfig of a file: the nearest above it, or where that one leaves it out, one that includes it. Null when there
 * is none above.
 */
export function configOf(tree: ProjectTree, path: string): string | null {
  const nearest = nearestConfig(tree, path);
  if (nearest === null) return null;
  for (const config of candidates(tree, nearest)) if (included(tree, config, [path]).length > 0) return config;
  return nearest;
}

/** The tsconfig or jsconfig in the folder of a file or the nearest above. */
function nearestConfig(tree: ProjectTree, path: string): string | null {
  const names = foldersAbove(path).flatMap((folder) =>
    ['tsconfig.json', 'jsconfig.json'].map((name) => (folder === '' ? name : `${folder}/${name}`)),
  );
  return names.find((name) => tree.read(name).kind === 'text') ?? null;
}

/** The nearest, then those beside it, such as `tsconfig.app.json`, then all others of the project. */
function* candidates(tree: ProjectTree, nearest: string): Generator<string> {
  yield nearest;
  const folder = posix.dirname(nearest);
  const others = tree.paths().filter((path) => path !== nearest && /(^|\/)[jt]sconfig[^/]*\.json$/.test(path));
  yield* others.filter((path) => posix.dirname(path) === folder);
  yield* others.filter((path) => posix.dirname(path) !== folder);
}

/** What a tsconfig says, and what Mizan takes where it says nothing. */
export function optionsOf(tree: ProjectTree, root: string, config: string | null): ts.CompilerOptions {
  const options = { ...defaultOptions, ...(config === null ? {} : parse(tree, root, config, () => []).options) };
  const asNode =
    options.module !== undefined && options.module >= ts.ModuleKind.Node16 && options.module <= ts.ModuleKind.NodeNext;
  // Modules by Node's rules are resolved by Node's rules; for others a bundler finds most.
  return asNode ? options : { moduleResolution: ts.ModuleResolutionKind.Bundler, ...options };
}

/** The files of a tree that a tsconfig includes. */
export function filesOf(tree: ProjectTree, config: string): readonly string[] {
  return included(tree, config, tree.paths());
}

/** The declarations that a tsconfig includes, which may declare names for all; without one all that there are. */
export function ambientOf(tree: ProjectTree, config: string | null): readonly string[] {
  const all = tree.paths().filter((path) => path.endsWith('.d.ts') && !path.split('/').includes('node_modules'));
  return config === null || all.length === 0 ? all : included(tree, config, all);
}

function included(tree: ProjectTree, config: string, paths: readonly string[]): readonly string[] {
  const root = rootOf(tree);
  const { fileNames } = parse(tree, root, config, (folder, endings, excludes, includes) =>
    paths
      .map((path) => join(root, path))
      .filter((file) => {
        const path = relative(folder, file).split(sep).join('/');
        return (
          endings.some((ending) => path.endsWith(ending)) &&
          includes.some((pattern) => matches(path, pattern, folder)) &&
          !excludes.some((pattern) => matches(path, pattern, folder))
        );
      }),
  );
  return fileNames.map((file) => relative(root, file).split(sep).join('/'));
}

/** A pattern of a tsconfig names files, or a folder with all that is in it. */
function matches(path: string, pattern: string, folder: string): boolean {
  const own = (isAbsolute(pattern) ? relative(folder, pattern).split(sep).join('/') : pattern).replace(
    /^\.\/|\/$/g,
    '',
  );
  if (own === '' || own === '.') return !path.startsWith('../');
  return minimatch(path, own) || minimatch(path, `${own}/**`);
}

type ReadDirectory = (
  folder: string,
  endings: readonly string[],
  excludes: readonly string[],
  includes: readonly string[],
) => readonly string[];

function parse(tree: ProjectTree, root: string, config: string, readDirectory: ReadDirectory): ts.ParsedCommandLine {
  const pathOf = (fileName: string) => relative(root, fileName).split(sep).join('/');
  const readFile = (fileName: string) => {
    const path = pathOf(fileName);
    // Settings to extend may come with a package.
    if (tree.root !== null && path.split('/').includes('node_modules')) return ts.sys.readFile(fileName);
    return textOf(tree, path) ?? undefined;
  };
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    fileExists: (fileName) => readFile(fileName) !== undefined,
    readFile,
    readDirectory: (folder, endings, excludes, includes) => readDirectory(folder, endings, excludes ?? [], includes),
  };
  const raw: unknown = ts.parseConfigFileTextToJson(config, textOf(tree, config) ?? '{}').config;
  return ts.parseJsonConfigFileContent(raw ?? {}, host, dirname(join(root, config)), {}, join(root, config));
}

/** `a/b`, `a`, and the top, for a file in `a/b`. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), ''];
}
