import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, posix, sep } from 'node:path';
import ts from '@typescript/typescript6';
import { type ProjectTree, textOf } from '../project/tree.ts';
import type { Looking } from './name-check.ts';
import { ambientOf, configOf, optionsOf, rootOf } from './typescript-config.ts';
import { parseOnce } from './typescript-sources.ts';

export interface TypeScriptProgram {
  readonly program: ts.Program;
  /** The source file of a path of the tree. */
  fileOf(path: string): ts.SourceFile | undefined;
  /** The path in the tree; null for libraries. */
  pathOf(fileName: string): string | null;
  /** Whether a file was left out because nothing could walk its tree. */
  isTooDeep(path: string): boolean;
}

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
export function createTypeScriptProgram(
  tree: ProjectTree,
  files: readonly string[],
  looking: Looking,
): TypeScriptProgram {
  const root = rootOf(tree);
  const prefix = root.split(sep).join('/');
  const pathOf = (fileName: string): string | null => {
    if (!isAbsolute(fileName)) return fileName.includes('node_modules/') ? null : fileName;
    if (!fileName.startsWith(prefix)) return null;
    const path = fileName.slice(prefix.length + 1).replace(/\/$/, '');
    const isBelow = fileName.length === prefix.length || fileName.charAt(prefix.length) === '/';
    return !isBelow || /(^|\/)node_modules(\/|$)/.test(path) ? null : path;
  };
  const tooDeep = new Set<string>();
  let settings = '';
  const host = createHost(tree, root, pathOf, looking, tooDeep, () => settings);
  const config = configOf(tree, files[0] ?? '');
  const options = optionsOf(tree, root, config);
  settings = JSON.stringify([options.jsx, options.jsxImportSource, options.moduleDetection]);
  const own = join(root, 'node_modules/@types/node/index.d.ts');
  const nodeTypes = host.fileExists(own) ? (host.realpath?.(own) ?? own) : bundledNodeTypes();
  const roots = [...files, ...ambientOf(tree, config)].map((path) => join(root, path));
  const program = ts.createProgram([...roots, nodeTypes], { ...options, ...fixedOptions }, host);
  return {
    program,
    pathOf,
    isTooDeep: (path) => tooDeep.has(path),
    fileOf: (path) => program.getSourceFile(join(root, path)),
  };
}

function createHost(
  tree: ProjectTree,
  root: string,
  pathOf: (fileName: string) => string | null,
  looking: Looking,
  tooDeep: Set<string>,
  settings: () => string,
): ts.CompilerHost {
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
    // Comments of declarations are most of their text, and no name is in them.
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    getSourceFile: (fileName, options) => {
      const text = readFile(fileName);
      if (text === undefined) return undefined;
      const path = pathOf(fileName);
      if (path === null) return parseOnce(fileName, text, options, '') ?? undefined;
      looking(path);
      // Comments that silence the compiler would silence this check as well.
      const heard = text.includes('@ts-') ? text.replaceAll(/@ts-(?=nocheck|ignore|expect-error)/g, '-ts-') : text;
      const file = parseOnce(fileName, heard, options, settings());
      if (file === null) tooDeep.add(path);
      return file ?? undefined;
    },
  };
}

/** A tree in memory has no packages; only what is bundled with Mizan is read from disk for it. */
function isForeign(fileName: string, root: string, tree: ProjectTree): boolean {
  return tree.root === null && fileName.startsWith(root);
}

function bundledNodeTypes(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@types/node/package.json')), 'index.d.ts');
}
