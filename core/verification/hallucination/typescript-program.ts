import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
import ts from '@typescript/typescript6';
import { type ProjectTree, textOf } from '../project/tree.ts';

/** Where a tree without a folder pretends to be. */
const virtualRoot = '/mizan-project';
/** Library and package declarations parse once for base and head. */
const parsedDeclarations = new Map<string, ts.SourceFile>();

export interface TypeScriptProgram {
  readonly program: ts.Program;
  /** The source file of a path of the tree. */
  fileOf(path: string): ts.SourceFile | undefined;
  /** The path in the tree; null for libraries. */
  pathOf(fileName: string): string | null;
}

const defaultOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  esModuleInterop: true,
  resolveJsonModule: true,
};
/** Nothing is written, JavaScript is looked at, libraries are believed. */
const fixedOptions: ts.CompilerOptions = {
  noEmit: true,
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  noUnusedLocals: false,
  noUnusedParameters: false,
};

/** A program over files of a tree with the nearest tsconfig, bundled lib and, where missing, bundled node types. */
export function createTypeScriptProgram(tree: ProjectTree, files: readonly string[]): TypeScriptProgram {
  const root = tree.root ?? virtualRoot;
  const pathOf = (fileName: string): string | null => {
    const way = isAbsolute(fileName) ? relative(root, fileName) : fileName;
    if (way.startsWith('..') || isAbsolute(way)) return null;
    const path = way.split(sep).join('/');
    return path.split('/').includes('node_modules') ? null : path;
  };
  const host = createHost(tree, root, pathOf);
  const { options, ambient } = projectOptions(tree, root, files, host);
  const bundled = host.directoryExists?.(join(root, 'node_modules/@types/node')) === true ? [] : bundledNodeTypes();
  const roots = [...files, ...ambient].map((path) => join(root, path));
  const program = ts.createProgram([...roots, ...bundled], { ...defaultOptions, ...options, ...fixedOptions }, host);
  return { program, pathOf, fileOf: (path) => program.getSourceFile(join(root, path)) };
}

function createHost(tree: ProjectTree, root: string, pathOf: (fileName: string) => string | null): ts.CompilerHost {
  const folders = new Set<string>(['']);
  for (const path of tree.paths()) {
    for (let folder = posix.dirname(path); !folders.has(folder) && folder !== '.'; folder = posix.dirname(folder)) {
      folders.add(folder);
    }
  }
  const readFile = (fileName: string): string | undefined => {
    const path = pathOf(fileName);
    if (path === null) return isForeign(fileName, root, tree) ? undefined : ts.sys.readFile(fileName);
    return textOf(tree, path) ?? undefined;
  };
  const base = ts.createCompilerHost({});
  return {
    ...base,
    getCurrentDirectory: () => root,
    readFile,
    writeFile: () => undefined,
    fileExists: (fileName) => {
      const path = pathOf(fileName);
      if (path === null) return !isForeign(fileName, root, tree) && ts.sys.fileExists(fileName);
      return tree.read(path).kind === 'text';
    },
    directoryExists: (folder) => {
      const path = pathOf(folder);
      if (path === null) return !isForeign(folder, root, tree) && ts.sys.directoryExists(folder);
      return folders.has(path);
    },
    getDirectories: (folder) => (isForeign(folder, root, tree) ? [] : ts.sys.getDirectories(folder)),
    realpath: (path) => (pathOf(path) === null ? (ts.sys.realpath?.(path) ?? path) : path),
    getSourceFile: (fileName, languageVersionOrOptions) => {
      const isOwn = pathOf(fileName) !== null;
      const known = isOwn ? undefined : parsedDeclarations.get(fileName);
      if (known !== undefined) return known;
      const text = readFile(fileName);
      if (text === undefined) return undefined;
      // Comments that silence the compiler would silence this check as well.
      const heard = isOwn ? text.replaceAll(/@ts-(?=nocheck|ignore|expect-error)/g, '-ts-') : text;
      const file = ts.createSourceFile(fileName, heard, languageVersionOrOptions, true);
      if (!isOwn) parsedDeclarations.set(fileName, file);
      return file;
    },
  };
}

/** A tree in memory has no packages; only what is bundled with Mizan is read from disk for it. */
function isForeign(fileName: string, root: string, tree: ProjectTree): boolean {
  return tree.root === null && fileName.startsWith(root);
}

/** The compiler options of the tsconfig nearest to the first file, and the project's own ambient declarations. */
function projectOptions(
  tree: ProjectTree,
  root: string,
  files: readonly string[],
  host: ts.CompilerHost,
): { readonly options: ts.CompilerOptions; readonly ambient: readonly string[] } {
  const ambient = tree.paths().filter((path) => path.endsWith('.d.ts') && !path.split('/').includes('node_modules'));
  const candidates = foldersAbove(files[0] ?? '').flatMap((folder) =>
    ['tsconfig.json', 'jsconfig.json'].map((name) => (folder === '' ? name : `${folder}/${name}`)),
  );
  const config = candidates.find((path) => tree.read(path).kind === 'text');
  if (config === undefined) return { options: {}, ambient };
  const parsed = ts.parseConfigFileTextToJson(config, textOf(tree, config) ?? '{}');
  const configHost: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    fileExists: host.fileExists,
    readFile: host.readFile,
    readDirectory: () => [],
  };
  const folder = dirname(join(root, config));
  const raw: unknown = parsed.config;
  const { options } = ts.parseJsonConfigFileContent(raw ?? {}, configHost, folder, {}, join(root, config));
  return { options, ambient };
}

/** `a/b`, `a`, and the top, for a file in `a/b`. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), ''];
}

function bundledNodeTypes(): readonly string[] {
  return [join(dirname(createRequire(import.meta.url).resolve('@types/node/package.json')), 'index.d.ts')];
}
