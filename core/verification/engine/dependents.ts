import { languageOf } from '../languages/registry.ts';
import { type ChangedFile, type ProjectChange, textOf } from '../project/tree.ts';
import { moduleName } from './module-name.ts';
import { familyOf, type LostNames, type NameFamily, type Opening } from './unit.ts';

/** More files than this are not looked at again for one change; those that name the changed file come first. */
const mostDependents = 200;

export interface Dependents {
  readonly groups: ReadonlyMap<NameFamily, readonly ChangedFile[]>;
  readonly open: readonly Opening[];
}

/** Files that did not change and use a name that a changed file no longer offers (V2: the change breaks them). */
export function dependentsOf({ head, files }: ProjectChange, lost: readonly LostNames[]): Dependents {
  const changed = new Set(files.map(({ path }) => path));
  const wanted = new Map<NameFamily, { readonly names: Set<string>; readonly modules: Set<string> }>();
  for (const { file, names } of lost) {
    const family = familyOfPath(file);
    if (family === null) continue;
    const group = wanted.get(family) ?? { names: new Set(), modules: new Set() };
    for (const name of names) group.names.add(name);
    group.modules.add(moduleName(file));
    wanted.set(family, group);
  }
  const found = new Map<NameFamily, { readonly path: string; readonly near: boolean }[]>();
  for (const path of wanted.size === 0 ? [] : head.paths()) {
    const family = changed.has(path) ? null : familyOfPath(path);
    const group = family === null ? undefined : wanted.get(family);
    if (family === null || group === undefined) continue;
    const text = textOf(head, path);
    if (text === null || !hasWord(text, group.names)) continue;
    found.set(family, [...(found.get(family) ?? []), { path, near: hasWord(text, group.modules) }]);
  }
  const groups = new Map<NameFamily, readonly ChangedFile[]>();
  const open: Opening[] = [];
  for (const [family, all] of found) {
    const ordered = [...all.filter(({ near }) => near), ...all.filter(({ near }) => !near)];
    groups.set(
      family,
      ordered.slice(0, mostDependents).map(({ path }) => ({ path, basePath: path })),
    );
    if (ordered.length <= mostDependents) continue;
    const left = ordered.length - mostDependents;
    const reason = `${left} more files use names that the change took away and were not looked at`;
    open.push({ dimension: 'hallucination', file: null, reason });
  }
  return { groups, open };
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
