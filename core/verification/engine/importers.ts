import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { packageOf, readManifest } from '../hallucination/node-packages.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';

/** The files of a project that may see what a module offers, straight or through others. */
export interface Importers {
  /** Every file from which a chain of imports may lead to the file; the file itself need not exist any more. */
  of(path: string): ReadonlySet<string>;
}

const specifiers = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const endings = /(\/index)?(\.d)?\.[mc]?[jt]sx?$/;

/**
 * Reads who imports whom in sources of TypeScript and JavaScript. An import that is neither a path nor a package from
 * elsewhere (an alias, a package of the same repository) may lead to any file.
 */
export function importersIn(tree: ProjectTree, sources: readonly string[]): Importers {
  const isForeign = foreignPackages(tree);
  const importing = new Map<string, string[]>();
  const anywhere: string[] = [];
  for (const path of sources) {
    for (const [, , specifier = ''] of (textOf(tree, path) ?? '').matchAll(specifiers)) {
      if (specifier.startsWith('.')) {
        const target = stem(posix.join(posix.dirname(path), specifier));
        importing.set(target, [...(importing.get(target) ?? []), path]);
      } else if (!isForeign(specifier)) anywhere.push(path);
    }
  }
  return {
    of: (path) => {
      const reached = new Set(anywhere);
      const waiting = [path, ...reached];
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
        for (const next of importing.get(stem(at)) ?? []) {
          if (reached.has(next)) continue;
          reached.add(next);
          waiting.push(next);
        }
      }
      return reached;
    },
  };
}

/** `a/b.ts`, `a/b/index.js` and `a/b` are one module for those who import it. */
function stem(path: string): string {
  return path.replace(endings, '');
}

function foreignPackages(tree: ProjectTree): (specifier: string) => boolean {
  const own = new Set<string>();
  const foreign = new Set<string>(builtinModules);
  for (const path of tree.paths()) {
    if (!/(^|\/)package\.json$/.test(path)) continue;
    const { name, ...groups } = readManifest(textOf(tree, path));
    if (name !== undefined) own.add(name);
    for (const group of Object.values(groups)) for (const one of Object.keys(group ?? {})) foreign.add(one);
  }
  return (specifier) => {
    if (specifier.startsWith('node:')) return true;
    const name = packageOf(specifier);
    return foreign.has(name) && !own.has(name);
  };
}
