import { LispInterfaces } from '../languages/common-lisp/interfaces.ts';
import { languageOf } from '../languages/registry.ts';
import { type FileReading, textsWithEnding } from '../project/read-changed.ts';
import type { ProjectChange, ProjectTree } from '../project/tree.ts';

const lispEndings = ['.lisp', '.lsp', '.cl', '.asd'];

/**
 * Sources with what the rest of the project says about their interface. In Common Lisp a package may be defined in
 * another source than its functions: what it does not export is neither an export nor public. Exports are those of the
 * base on both sides, because the definition of a package answers for what it stops exporting.
 */
export function interfacesIn({
  base,
}: ProjectChange): (path: string, side: FileReading, tree: ProjectTree) => FileReading {
  const known = new Map<ProjectTree, LispInterfaces>();
  const packagesOf = (tree: ProjectTree): LispInterfaces => {
    const found = known.get(tree) ?? new LispInterfaces(lispTexts(tree));
    known.set(tree, found);
    return found;
  };
  return (path, side, tree) => {
    if (side.kind !== 'source' || languageOf(path)?.id !== 'common-lisp') return side;
    const { model, text } = side;
    const offered = packagesOf(base ?? tree).exportedOf(text);
    const open = packagesOf(tree).exportedOf(text);
    const exports = model.exports?.filter(({ name }) => offered?.has(bareName(name)) !== false) ?? null;
    const functions = model.functions.map((one) => ({
      ...one,
      isPublic: open === null ? one.isPublic : open.has(bareName(one.name)),
    }));
    return { ...side, model: { ...model, exports, functions } };
  };
}

function* lispTexts(tree: ProjectTree): Generator<string> {
  for (const [, text] of textsWithEnding(tree, lispEndings)) yield text;
}

/** `(setf name)` is offered as `name`; what a package itself exports is `export name`. */
function bareName(name: string): string {
  return name.replace(/^export /, '').replace(/^\(setf (.*)\)$/, '$1');
}
