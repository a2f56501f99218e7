import { designator } from '../../languages/common-lisp/definitions.ts';
import { type Form, operatorOf } from '../../languages/common-lisp/reader.ts';

/** Adds the systems that a form depends on or loads. */
export function addSystems(form: Form, systems: Set<string>): void {
  if (form.kind !== 'list') return;
  const operator = operatorOf(form) ?? '';
  if (/^(quickload|load-system|require|operate)$/.test(operator)) {
    for (const item of form.items.slice(1)) addNames(item, systems);
  }
  for (const [index, item] of form.items.entries()) {
    const before = form.items[index - 1];
    const isList = before?.kind === 'symbol' && before.package === '' && /depends-on$/.test(before.name);
    if (isList) addNames(item, systems);
    addSystems(item, systems);
  }
  for (const item of form.hidden ?? []) addSystems(item, systems);
}

/** `name`, and those in `(name…)`, `(:version name …)` and `(:feature … name)`. */
function addNames(item: Form, systems: Set<string>): void {
  const name = designator(item);
  if (name !== null) systems.add(name);
  else if (item.kind === 'list') for (const one of [...item.items, ...(item.hidden ?? [])]) addNames(one, systems);
}
