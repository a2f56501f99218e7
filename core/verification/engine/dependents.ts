import { languageOf } from '../languages/registry.ts';
import { type ChangedFile, type ProjectChange, textOf } from '../project/tree.ts';
import { importersIn } from './importers.ts';
import { moduleName } from './module-name.ts';
import { familyOf, type LostNames, type NameFamily, type Opening } from './unit.ts';

/** More files than this are not looked at again for one change; those that name the changed file come first. */
const mostDependents = 400;

export interface Dependents {
  readonly groups: ReadonlyMap<NameFamily, readonly ChangedFile[]>;
  readonly open: readonly Opening[];
}

/** Files that did not change and use a name that a changed file no longer offers (V2: the change breaks them). */
export function dependentsOf(change: ProjectChange, lost: readonly LostNames[]): Dependents {
  const groups = new Map<NameFamily, readonly ChangedFile[]>();
  const open: Opening[] = [];
  for (const [family, lostThere] of Map.groupBy(lost, ({ file }) => familyOfPath(file))) {
    if (family === null) continue;
    const found = usersOf(change, family, lostThere);
    if (found.length === 0) continue;
    groups.set(
      family,
      found.slice(0, mostDependents).map((path) => ({ path, basePath: path })),
    );
    if (found.length <= mostDependents) continue;
    const left = found.length - mostDependents;
    const reason = `${left} more files use names that the change took away and were not looked at`;
    open.push({ dimension: 'hallucination', file: null, reason });
  }
  return { groups, open };
}

/** The unchanged files of a family that use what was lost, first those that name the module it was in. */
function usersOf(change: ProjectChange, family: NameFamily, lost: readonly LostNames[]): readonly string[] {
  const { head, files } = change;
  const changed = new Set(files.map(({ path }) => path));
  const sources = head.paths().filter((path) => familyOfPath(path) === family);
  const reach = family === 'typescript' ? reachOf(change, lost, sources) : () => true;
  const modules = new Set(lost.map(({ file }) => moduleName(file)));
  const near: string[] = [];
  const far: string[] = [];
  for (const path of sources) {
    if (changed.has(path)) continue;
    const names = new Set(lost.flatMap((one) => (reach(one.file, path) ? one.names : [])));
    const text = names.size === 0 ? null : textOf(head, path);
    if (text === null || !hasWord(text, names)) continue;
    (hasWord(text, modules) ? near : far).push(path);
  }
  return [...near, ...far];
}

/** Whether what a file offers can be seen in another one: by imports of its old or new place, or everywhere where it is no module. */
function reachOf(
  { base, head, files }: ProjectChange,
  lost: readonly LostNames[],
  sources: readonly string[],
): (file: string, from: string) => boolean {
  const importers = importersIn(head, sources);
  const oldPlaces = new Map(files.map(({ path, basePath }) => [path, basePath ?? path]));
  const seen = new Map<string, ReadonlySet<string> | 'everywhere'>();
  for (const { file } of lost) {
    const old = oldPlaces.get(file) ?? file;
    const texts = [base === null ? null : textOf(base, old), textOf(head, file)];
    const isShared = texts.some((text) => text !== null && !isModule(text));
    seen.set(file, isShared ? 'everywhere' : new Set([...importers.of(file), ...importers.of(old)]));
  }
  return (file, from) => {
    const reached = seen.get(file);
    return reached === 'everywhere' || reached?.has(from) === true;
  };
}

/** A source without imports and exports shares its names with all others; `declare global` does so from anywhere. */
function isModule(text: string): boolean {
  return (
    /^\s*(import|export)\b|\b(module\.)?exports\b|\brequire\(/m.test(text) &&
    !/\bdeclare\s+(global|module)\b/.test(text)
  );
}

function familyOfPath(path: string): NameFamily | null {
  const language = languageOf(path);
  return language === null ? null : familyOf(language.id);
}

/** Whether one of the words stands in the text by itself. */
function hasWord(text: string, words: ReadonlySet<string>): boolean {
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (!isWordPart(text[at - 1]) && !isWordPart(text[at + word.length])) return true;
    }
  }
  return false;
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
}
