import type { FileReading } from '../project/read-changed.ts';
import type { ChangedFile } from '../project/tree.ts';
import { moduleName } from './module-name.ts';

/**
 * Bare names that other sources may use and that this file no longer offers: exports, members, and the file itself when
 * it went away. A narrowed signature counts as lost, because calls elsewhere may no longer fit.
 */
export function lostNames(
  { path, basePath }: ChangedFile,
  base: FileReading | null,
  head: FileReading,
): readonly string[] {
  if (base?.kind !== 'source' || basePath === null) return [];
  const model = head.kind === 'source' ? head.model : null;
  const now = new Set(model?.surface ?? []);
  const gone = base.model.surface.filter((name) => !now.has(name));
  const signatures = new Map(model?.exports?.map(({ name, signature }) => [name, JSON.stringify(signature)]));
  const changed = (base.model.exports ?? []).filter(
    ({ name, signature }) => signatures.has(name) && signatures.get(name) !== JSON.stringify(signature),
  );
  const names = [...gone, ...changed.map(({ name }) => name)].map(bareName);
  if (head.kind === 'none' || path !== basePath) names.push(moduleName(basePath));
  return [...new Set(names)].filter((name) => name !== '');
}

/** `Account.open` as `open`; Lisp's `export name` as `name`. */
function bareName(name: string): string {
  return (
    name
      .replace(/^export /, '')
      .split('.')
      .at(-1) ?? name
  );
}
