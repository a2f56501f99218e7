import { extname } from 'node:path';
import { c } from './c/index.ts';
import { commonLisp } from './common-lisp/index.ts';
import { cpp } from './cpp/index.ts';
import { csharp } from './csharp/index.ts';
import { go } from './go/index.ts';
import { java } from './java/index.ts';
import { javascript, typescript } from './javascript/index.ts';
import type { NotRead, SourceLanguage, SourceModel } from './model.ts';
import { python } from './python/index.ts';
import { ruby } from './ruby/index.ts';
import { rust } from './rust/index.ts';

const byEnding: Readonly<Record<string, SourceLanguage>> = {
  '.ts': typescript,
  '.mts': typescript,
  '.cts': typescript,
  '.tsx': typescript,
  '.js': javascript,
  '.mjs': javascript,
  '.cjs': javascript,
  '.jsx': javascript,
  '.py': python,
  '.pyi': python,
  '.lisp': commonLisp,
  '.lsp': commonLisp,
  '.cl': commonLisp,
  '.asd': commonLisp,
  '.go': go,
  '.rs': rust,
  '.java': java,
  '.c': c,
  '.h': cpp,
  '.cc': cpp,
  '.cpp': cpp,
  '.cxx': cpp,
  '.hpp': cpp,
  '.rb': ruby,
  '.cs': csharp,
};

const byName: Readonly<Record<string, readonly [SourceLanguage, string]>> = {
  typescript: [typescript, 'source.ts'],
  ts: [typescript, 'source.ts'],
  tsx: [typescript, 'source.tsx'],
  javascript: [javascript, 'source.js'],
  js: [javascript, 'source.js'],
  jsx: [javascript, 'source.jsx'],
  python: [python, 'source.py'],
  py: [python, 'source.py'],
  commonlisp: [commonLisp, 'source.lisp'],
  lisp: [commonLisp, 'source.lisp'],
  cl: [commonLisp, 'source.lisp'],
  go: [go, 'source.go'],
  golang: [go, 'source.go'],
  rust: [rust, 'source.rs'],
  java: [java, 'Source.java'],
  c: [c, 'source.c'],
  cpp: [cpp, 'source.cpp'],
  'c++': [cpp, 'source.cpp'],
  ruby: [ruby, 'source.rb'],
  csharp: [csharp, 'source.cs'],
  'c#': [csharp, 'source.cs'],
};

/** The language of a path by its ending, or null. */
export function languageOf(path: string): SourceLanguage | null {
  const ending = extname(path).toLowerCase();
  return Object.hasOwn(byEnding, ending) ? (byEnding[ending] ?? null) : null;
}

/** A language by its name in any usual spelling, with a path such as its sources have. */
export function languageNamed(name: string): readonly [SourceLanguage, string] | null {
  const key = name.toLowerCase().replaceAll(/[\s_-]/g, '');
  return Object.hasOwn(byName, key) ? (byName[key] ?? null) : null;
}

const deepestBrackets = 1500;
const longestLine = 500_000;

/**
 * Reads a source unless it is built to exhaust a parser: nested too deep, or a line beyond all measure. It then ends as
 * inconclusive and never takes the process with it.
 */
export function readSource(language: SourceLanguage, text: string, path: string): SourceModel | NotRead {
  const hostile = whyHostile(text);
  if (hostile !== null) return { reason: hostile };
  try {
    return language.read(text, path);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { reason: 'is nested too deeply to be read' };
  }
}

/** Why no parser is asked about a text: built to exhaust one. Null for every other text. */
export function whyHostile(text: string): string | null {
  let depth = 0;
  let lineStart = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 40 || code === 91 || code === 123) depth += 1;
    else if (code === 41 || code === 93 || code === 125) depth = Math.max(0, depth - 1);
    else if (code === 10) lineStart = at + 1;
    if (depth > deepestBrackets) return 'is nested too deeply to be read';
    if (at - lineStart > longestLine) return `has a line of more than ${longestLine} characters`;
  }
  return null;
}
