import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { memoryTree } from '../../../core/verification/index.ts';
import type { Corpus } from './corpus.ts';

const goFolder = '/usr/share/go-1.19/src';
/** Of Go's library, those that may be among others' packages. */
const goPackages =
  'text/template text/tabwriter text/scanner encoding/csv encoding/gob container/list container/heap archive/tar ' +
  'go/ast go/printer html/template image/png image/gif index/suffixarray mime/multipart net/mail net/textproto ' +
  'net/url regexp regexp/syntax flag compress/flate compress/bzip2 database/sql';

/** Sources in languages whose names a compiler looks up, as far as this machine has any. */
export function compiledCorpora(packages: string): readonly Corpus[] {
  return [...goCorpus(), ...javaCorpus(), ...cCorpus(packages)];
}

function goCorpus(): readonly Corpus[] {
  const files: Record<string, string> = { 'go.mod': 'module example.org/library\n\ngo 1.19\n' };
  for (const name of goPackages.split(' ')) {
    const sources = globSync(join(goFolder, name, '*.go')).filter((path) => !path.endsWith('_test.go'));
    const texts = sources.map((path) => [`${name}/${basename(path)}`, readFileSync(path, 'utf8')] as const);
    // Those that use what only the library may use do not compile elsewhere.
    if (texts.some(([, text]) => /"internal\/|go:linkname|import "C"|go:build ignore/.test(text))) continue;
    Object.assign(files, Object.fromEntries(texts));
  }
  return corpus('Go', "Go's library", files, '.go');
}

/** The XML library of a JDK under names of its own, so that javac does not take it for a part of Java. */
function javaCorpus(): readonly Corpus[] {
  const archive = globSync('/usr/lib/jvm/*/lib/src.zip').find((path) => existsSync(path));
  if (archive === undefined) return [];
  const folder = mkdtempSync(join(tmpdir(), 'mizan-jdk-'));
  const wanted = ['java.xml/com/sun/org/apache/*', 'java.xml/jdk/xml/internal/*'];
  spawnSync('unzip', ['-q', archive, ...wanted, '-d', folder]);
  const renamed = (text: string, mark: string) =>
    text
      .replaceAll(['com', 'sun', 'org', 'apache'].join(mark), ['org', 'copy', 'apache'].join(mark))
      .replaceAll(['jdk', 'xml', 'internal'].join(mark), ['org', 'copy', 'xml'].join(mark));
  const files: Record<string, string> = {};
  for (const path of globSync('java.xml/**/*.java', { cwd: folder })) {
    const text = readFileSync(join(folder, path), 'utf8');
    files[renamed(path.replace('java.xml/', 'src/'), '/')] = renamed(text, '.');
  }
  rmSync(folder, { recursive: true });
  return corpus('Java', 'XML library of the JDK', files, '.java');
}

/** Scanners of tree-sitter grammars, and examples of libraries that Debian brings. */
function cCorpus(packages: string): readonly Corpus[] {
  const files: Record<string, string> = {};
  for (const pattern of [join(packages, '@ast-grep/lang-*/src/**/*.{c,h}'), '/usr/share/doc/*/examples/*.c']) {
    for (const path of globSync(pattern)) {
      const text = readFileSync(path, 'utf8');
      // What a grammar was turned into nobody wrote.
      if (text.length < 1_000_000) files[path.replace(`${dirname(packages)}/`, '').replace(/^\//, '')] = text;
    }
  }
  return corpus('C', 'scanners and examples', files, '.c');
}

function corpus(
  language: Corpus['language'],
  name: string,
  files: Record<string, string>,
  ending: string,
): readonly Corpus[] {
  const sources = Object.keys(files).filter((path) => path.endsWith(ending));
  return sources.length === 0
    ? []
    : [{ language, name, tree: memoryTree(files), files: sources.sort(), isAlone: language === 'Go' }];
}
