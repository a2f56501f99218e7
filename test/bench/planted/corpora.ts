import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderTree, type ProjectTree, textOf } from '../../../core/verification/index.ts';
import { compiledCorpora } from './corpora-compiled.ts';
import type { Corpus, CorpusLanguage } from './corpus.ts';

const root = `${import.meta.dirname}/../../..`;
const packages = join(root, 'node_modules');

/** npm packages that ship what people wrote: in TypeScript those whose tarball has their `.ts` sources. */
const npm: readonly (readonly [CorpusLanguage, name: string, folder: string])[] = [
  ['TypeScript', 'zod', 'src/v4/'],
  ['TypeScript', '@reduxjs/toolkit', 'src/'],
  ['TypeScript', 'react-redux', 'src/'],
  ['TypeScript', 'immer', 'src/'],
  ['TypeScript', '@internationalized/date', 'src/'],
  ['TypeScript', '@noble/hashes', 'src/'],
  ['TypeScript', 'ajv', 'lib/'],
  ['JavaScript', 'eslint', 'lib/'],
  ['JavaScript', 'dependency-cruiser', 'src/'],
  ['JavaScript', 'commander', 'lib/'],
  ['JavaScript', 'yaml', 'dist/'],
  ['JavaScript', 'app-builder-lib', 'out/'],
  ['JavaScript', 'semver', ''],
];
/** Tests misuse what they test on purpose. */
const tests = /(^|\/)(tests?|__tests__)\/|\.(test|spec|test-d)\.\w+$/;
/** Debian's. */
const python = [
  'pygments',
  'oauthlib',
  'httplib2',
  'jwt',
  'pyparsing',
  'blinker',
  'wadllib',
  'launchpadlib',
  'apt',
  'distro',
];
const pythonFolder = '/usr/lib/python3/dist-packages';
/** The Quicklisp libraries that come with Debian's acl2-books. */
const lispFolder = '/usr/share/acl2-8.5dfsg/books/quicklisp/bundle/software';

/** Every corpus that this machine has. */
export function findCorpora(): readonly Corpus[] {
  const found: Corpus[] = [];
  for (const [language, name, folder] of npm) {
    if (!existsSync(join(packages, name))) continue;
    const tree = folderTree(join(packages, name), root);
    const ending = language === 'TypeScript' ? /(?<!\.d)\.[mc]?tsx?$/ : /\.[mc]?jsx?$/;
    // What is minified or generated nobody wrote.
    const files = tree
      .paths()
      .filter((path) => path.startsWith(folder) && ending.test(path) && !tests.test(path) && isWritten(tree, path));
    found.push({ language, name, tree, files });
  }
  if (existsSync(pythonFolder)) {
    const tree = folderTree(pythonFolder, null);
    const files = tree.paths().filter((path) => path.endsWith('.py') && python.includes(path.split('/')[0] ?? ''));
    found.push({ language: 'Python', name: 'dist-packages', tree, files });
  }
  for (const name of existsSync(lispFolder) ? readdirSync(lispFolder) : []) {
    const tree = folderTree(join(lispFolder, name), null);
    found.push({ language: 'Common Lisp', name, tree, files: tree.paths().filter((path) => path.endsWith('.lisp')) });
  }
  return [...found, ...compiledCorpora(packages)];
}

/** What this machine lacks of them: npm packages by their names, Debian's by theirs. */
export function lackingCorpora(): readonly string[] {
  return [
    ...npm
      .filter(([, name]) => !existsSync(join(packages, name)))
      .map(([language, name]) => `${language}: npm's ${name}`),
    ...python
      .filter((name) => ['', '.py'].every((ending) => !existsSync(join(pythonFolder, `${name}${ending}`))))
      .map((name) => `Python: Debian's python3-${name}`),
    ...(existsSync(lispFolder) ? [] : ["Common Lisp: Debian's acl2-books"]),
  ];
}

/** Lines of the files that a corpus holds. */
export function linesOf({ tree, files }: Corpus): number {
  return files.reduce((sum, path) => sum + (textOf(tree, path) ?? '').split('\n').length, 0);
}

function isWritten(tree: ProjectTree, path: string): boolean {
  const text = textOf(tree, path) ?? '';
  return text !== '' && !text.split('\n').some((line) => line.length > 2000);
}
