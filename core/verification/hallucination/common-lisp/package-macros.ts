import { type PackageDefinition, packagesOf } from '../../languages/common-lisp/definitions.ts';
import { type Form, type LispList, operatorOf } from '../../languages/common-lisp/forms.ts';

/** Packages that calls of the project's macros define: with what the template of `defpackage` says, and the call. */
export function packagesByMacros(
  forms: readonly Form[],
  macros: ReadonlyMap<string, LispList>,
): readonly PackageDefinition[] {
  const templates = new Map<string, LispList>();
  for (const [name, macro] of macros) {
    const template = templateIn(macro);
    if (template !== null) templates.set(name, template);
  }
  return forms.flatMap((form) => {
    const template = templates.get(operatorOf(form) ?? '');
    if (template === undefined || form.kind !== 'list') return [];
    const [, name, ...clauses] = form.items;
    const [operator, , ...usual] = template.items;
    if (operator === undefined || name === undefined) return [];
    return packagesOf([{ ...template, items: [operator, name, ...usual, ...clauses] }]);
  });
}

function templateIn(form: LispList): LispList | null {
  for (const item of form.items) {
    if (item.kind !== 'list') continue;
    const found = /^(defpackage|define-package)$/.test(operatorOf(item) ?? '') ? item : templateIn(item);
    if (found !== null) return found;
  }
  return null;
}
