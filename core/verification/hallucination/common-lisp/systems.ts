import { designator } from '../../languages/common-lisp/definitions.ts';
import { type Form, operatorOf } from '../../languages/common-lisp/forms.ts';

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
  const operator = operatorOf(form) ?? '';
  if (/^(quickload|load-system|require|operate)$/.test(operator)) {
    for (const item of form.items.slice(1)) addNames(item, systems.used);
  }
  const [head, name] = form.items;
  const component = head?.kind === 'symbol' && head.package === '' && head.name === 'file' ? designator(name) : null;
  const hasCondition = form.items.some((item) => item.kind === 'symbol' && /^(if-feature|feature)$/.test(item.name));
  if (component !== null && (isHidden || hasCondition)) systems.elsewhere.add(component);
  for (const [index, item] of form.items.entries()) {
    const before = form.items[index - 1];
    const isList = before?.kind === 'symbol' && before.package === '' && /depends-on$/.test(before.name);
    if (isList) addNames(item, systems.used);
    addSystems(item, systems, isHidden);
  }
  for (const item of form.hidden ?? []) addSystems(item, systems, true);
}

/** `name`, and those in `(name…)`, `(:version name …)` and `(:feature … name)`. */
function addNames(item: Form, found: Set<string>): void {
  const name = designator(item);
  if (name !== null) found.add(name);
  else if (item.kind === 'list') for (const one of [...item.items, ...(item.hidden ?? [])]) addNames(one, found);
}
