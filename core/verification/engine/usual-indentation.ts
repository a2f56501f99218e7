import { posix } from 'node:path';
import { type Indentation, indentationOf } from '../dimensions/indentation.ts';
import type { LanguageId } from '../languages/model.ts';
import { languageOf } from '../languages/registry.ts';
import { type ProjectChange, textOf } from '../project/tree.ts';

/** Fewer agree by chance; more need not be read. */
const fewestSources = 3;
const mostSources = 12;
const mostRead = 48;

/**
 * How the sources of a language are indented that the change leaves alone, those of the same folder first. Null where
 * they are too few or do not agree.
 */
export function usualIndentation({ head, files }: ProjectChange): (path: string) => Indentation | null {
  const touched = new Set(files.flatMap(({ path, basePath }) => [path, basePath]));
  const known = new Map<string, Indentation | null>();
  const agreed = (folder: string, language: LanguageId): Indentation | null => {
    const others = head.paths().filter((path) => !touched.has(path) && languageOf(path)?.id === language);
    const near = others.filter((path) => posix.dirname(path) === folder);
    const found: Indentation[] = [];
    // Where the folder has enough of its own, it decides.
    for (const path of (near.length >= fewestSources ? near : others).slice(0, mostRead)) {
      const indentation = indentationOf(textOf(head, path) ?? '');
      if (indentation !== null) found.push(indentation);
      if (found.length === mostSources) break;
    }
    const [first = null] = found;
    return found.length >= fewestSources && found.every((one) => one === first) ? first : null;
  };
  return (path) => {
    const language = languageOf(path)?.id;
    if (language === undefined) return null;
    const folder = posix.dirname(path);
    const key = `${language} ${folder}`;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const made = agreed(folder, language);
    known.set(key, made);
    return made;
  };
}
