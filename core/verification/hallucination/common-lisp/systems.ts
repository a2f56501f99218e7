import { designator } from '../../languages/common-lisp/definitions.ts';
import { type Form, type LispList, operatorOf } from '../../languages/common-lisp/forms.ts';

/** What system definitions and loading forms say. */
export interface Systems {
  /** Systems that the project depends on or loads. */
  readonly used: Set<string>;
  /** Sources that are loaded by other implementations only, by the names of their components. */
  readonly elsewhere: Set<string>;
}

/** Adds what a form says about systems; a form that `#+` hides tells what other implementations load. */
export function addSystems(form: Form, systems: Systems, isHidden = false): void {
  if (form.kind !== 'list') return;
  if (/^(quickload|load-system|require|operate)$/.test(operatorOf(form) ?? '')) {
    for (const item of form.items.slice(1)) addNames(item, systems.used);
  }
  const component = componentOf(form);
  if (component !== null && (isHidden || hasCondition(form))) systems.elsewhere.add(component);
  for (const [index, item] of form.items.entries()) {
    if (isKeyword(form.items[index - 1], /depends-on$/)) addNames(item, systems.used);
    addSystems(item, systems, isHidden);
  }
  for (const item of form.hidden ?? []) addSystems(item, systems, true);
}

/** The name in `(:file "name" …)`. */
function componentOf({ items: [head, name] }: LispList): string | null {
  return isKeyword(head, /^file$/) ? designator(name) : null;
}

function hasCondition({ items }: LispList): boolean {
  return items.some((item) => item.kind === 'symbol' && /^(if-feature|feature)$/.test(item.name));
}

function isKeyword(form: Form | undefined, name: RegExp): boolean {
  return form?.kind === 'symbol' && form.package === '' && name.test(form.name);
}

/** `name`, and those in `(name…)`, `(:version name …)` and `(:feature … name)`. */
function addNames(item: Form, found: Set<string>): void {
  const name = designator(item);
  if (name !== null) found.add(name);
  else if (item.kind === 'list') for (const one of [...item.items, ...(item.hidden ?? [])]) addNames(one, found);
}
