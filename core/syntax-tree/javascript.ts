import { extname } from 'node:path';
import { type Comment, parseSync } from 'oxc-parser';

/** A JavaScript or TypeScript source as its parser reads it. */
export interface JavaScriptReading {
  /** The ESTree of the program. */
  readonly program: unknown;
  readonly comments: readonly Comment[];
  /** Empty: the source parses. `start` counts UTF-16 units from 0. */
  readonly errors: readonly { readonly start: number; readonly message: string }[];
  /** Why nobody can judge it, as something said of its file: Flow looks like JavaScript and has a syntax of its own. */
  readonly notRead: string | null;
}

interface Kind {
  readonly lang: 'dts' | 'tsx' | 'ts' | 'jsx';
  readonly sourceTypes: readonly ('module' | 'commonjs' | 'script')[];
}

/**
 * The dialect of a file by its ending, and what it may be: JavaScript may hold JSX, and is a module, CommonJS or a script;
 * TypeScript is a module, only `.cts` may be something else.
 */
function kindOf(path: string): Kind {
  const ending = extname(path).toLowerCase();
  const isDeclaration = /\.d\.[mc]?ts$/i.test(path);
  const lang = isDeclaration ? 'dts' : ending === '.tsx' ? 'tsx' : ending.endsWith('ts') ? 'ts' : 'jsx';
  const isModule = lang !== 'jsx' && ending !== '.cts';
  return { lang, sourceTypes: isModule ? ['module'] : ['module', 'commonjs', 'script'] };
}

/** Reads a source as a module, else as what else it may be: it is right when one reading takes it. */
export function readJavaScript(source: string, path: string): JavaScriptReading {
  const { lang, sourceTypes } = kindOf(path);
  let first: JavaScriptReading | null = null;
  for (const sourceType of sourceTypes) {
    const parsed = parseSync(path, source, { sourceType, lang });
    const errors = parsed.errors
      .filter(({ severity }) => severity === 'Error')
      .map(({ labels, message }) => ({ start: labels[0]?.start ?? 0, message }));
    const isFlow = errors.some(({ message }) => message.startsWith('Flow is not'));
    const notRead = isFlow ? 'is written in Flow, which is not read here' : null;
    const reading = { program: parsed.program, comments: parsed.comments, errors, notRead };
    if (errors.length === 0 || isFlow) return reading;
    first ??= reading;
  }
  if (first === null) throw new Error('bug: no reading was tried');
  return first;
}
