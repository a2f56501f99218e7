import { type Plant, planted } from './plant.ts';
import type { Dice } from './random.ts';

export const lispChangeKinds = [
  'removed function',
  'optional made required',
  'key removed',
  'parameter added',
] as const;

/**
 * Changes one function at the top of a source in a way that may break its users. Only what its package exports has any:
 * what the source itself says, else `exported`, what the packages of its library export; all where there are none.
 */
export function plantLispChange(
  kind: string,
  path: string,
  text: string,
  exported: ReadonlySet<string>,
  random: Dice,
): Plant | null {
  const code = withoutComments(text);
  const all = [...code.matchAll(/^\(defun ([a-z][a-z0-9*+<>=/-]*) \(((?:[^()]|\([^()]*\))*)\)/gm)];
  const only = all.filter(
    (match) => all.filter((one) => one[1] === match[1]).length === 1 && !/#[+-]|"/.test(match[2] ?? ''),
  );
  const own = lispExports(text);
  const offered = own.length > 0 ? new Set(own) : exported;
  const places = only.flatMap((match) => {
    const name = match[1] ?? '';
    if (offered.size > 0 && !offered.has(name)) return [];
    const list = match[2] ?? '';
    const start = match.index + match[0].length - 1 - list.length;
    const changed = changedList(kind, list);
    if (kind === 'removed function') {
      const at = match.index + '(defun '.length;
      return [{ name, edit: { start: at, end: at + name.length, replacement: `${name}-planted` } }];
    }
    return changed === null ? [] : [{ name, edit: { start, end: start + list.length, replacement: changed } }];
  });
  const place = random.pick(places);
  return place === undefined ? null : planted(kind, path, text, place.edit, place.name);
}

function withoutComments(text: string): string {
  return text.replaceAll(/#\|[\s\S]*?\|#|;[^\n]*/g, (part) => part.replaceAll(/[^\n]/g, ' '));
}

/** What the `:export` clauses of a source name. */
export function lispExports(text: string): readonly string[] {
  const clauses = [...withoutComments(text).matchAll(/\(:export\b([^()]*)\)/gi)].map((match) => match[1] ?? '');
  const words = clauses.flatMap((clause) => clause.split(/\s+/));
  return words.map((word) => word.replace(/^#?:|^"|"$/g, '').toLowerCase()).filter((word) => word !== '');
}

function changedList(kind: string, list: string): string | null {
  switch (kind) {
    case 'optional made required': {
      const match = /&optional\s+(\(\s*([^\s()]+)[^()]*\)|[^\s()&]+)/.exec(list);
      return match === null ? null : list.replace(match[0], `${match[2] ?? match[1] ?? ''} &optional`);
    }
    case 'key removed': {
      const match = /&key\s+(\([^()]*\)|[^\s()&]+)/.exec(list);
      return match === null ? null : list.replace(match[0], '&key');
    }
    case 'parameter added': {
      if (list.includes('&optional')) return null;
      return list.includes('&') ? list.replace('&', 'planted &') : `${list} planted`.trim();
    }
    default:
      return null;
  }
}
