import { designator } from '../../languages/common-lisp/definitions.ts';
import type { Form, LispList } from '../../languages/common-lisp/forms.ts';
import { itemsOf } from './evaluated.ts';

/** A `defstruct` as far as its functions' names depend on it. */
interface Structure {
  readonly name: string;
  readonly prefix: string;
  readonly includes: string | null;
  readonly slots: readonly string[];
  /** Constructors, copiers and predicates. */
  readonly functions: readonly string[];
}

/**
 * The structures of a project: their accessors can only be told when all are known, because one may include another.
 */
export class Structures {
  readonly #known = new Map<string, Structure>();

  /** Notes a `defstruct` form; of two with one name the later counts. */
  add(form: LispList): void {
    const structure = structureOf(form.items);
    this.#known.set(structure.name, structure);
  }

  /** Every function that comes with a structure. */
  functions(): readonly string[] {
    return [...this.#known.values()].flatMap((one) => [
      ...one.functions,
      ...this.#slotsOf(one, new Set()).map((slot) => `${one.prefix}${slot}`),
    ]);
  }

  /** Beginnings of accessors whose slots come from a structure outside the project. */
  openPrefixes(): readonly string[] {
    return [...this.#known.values()].filter((one) => this.#isOpen(one, new Set())).map(({ prefix }) => prefix);
  }

  #slotsOf({ name, slots, includes }: Structure, seen: Set<string>): readonly string[] {
    const included = includes === null || seen.has(name) ? undefined : this.#known.get(includes);
    return included === undefined ? slots : [...slots, ...this.#slotsOf(included, seen.add(name))];
  }

  #isOpen({ name, includes }: Structure, seen: Set<string>): boolean {
    if (includes === null || seen.has(name)) return false;
    const included = this.#known.get(includes);
    return included === undefined || this.#isOpen(included, seen.add(name));
  }
}

/** Options that name a function which the structure makes. */
const makers: ReadonlySet<string> = new Set(['constructor', 'copier', 'predicate']);

/** The options behind a structure's name, each with its first value; null: it has none, or `nil`. */
function optionsOf(header: Form | undefined): readonly { readonly name: string; readonly value: string | null }[] {
  const options = itemsOf(header).slice(1);
  return options.map((option, at) => {
    // `(:conc-name x-)`, and `:conc-name x-` as CFFI writes it.
    const next = options[at + 1];
    const parts = option.kind === 'list' ? option.items : [option, ...(next?.kind === 'symbol' ? [next] : [])];
    const value = designator(parts[1]);
    return { name: designator(parts[0]) ?? '', value: value === 'nil' ? null : value };
  });
}

function structureOf(items: readonly Form[]): Structure {
  const header = items[1];
  const name = designator(header?.kind === 'list' ? header.items[0] : header) ?? '';
  const options = optionsOf(header);
  const valueOfOption = (wanted: string) => options.findLast((option) => option.name === wanted)?.value;
  const prefix = valueOfOption('conc-name');
  const named = options.flatMap(({ name: option, value }) => (makers.has(option) && value !== null ? [value] : []));
  const slots = items.slice(2).flatMap((slot) => slotNameOf(slot) ?? []);
  return {
    name,
    prefix: prefix === undefined ? `${name}-` : (prefix ?? ''),
    includes: valueOfOption('include') ?? null,
    slots,
    functions: [`make-${name}`, `copy-${name}`, `${name}-p`, ...named],
  };
}

/** A documentation string may stand among the slots. */
function slotNameOf(slot: Form): string | null {
  if (slot.kind === 'string') return null;
  return designator(slot.kind === 'list' ? slot.items[0] : slot);
}

/** The accessors, readers and writers that slots of a class name, however deep they lie. */
export function slotFunctions(slots: readonly Form[]): readonly string[] {
  return slots.flatMap((item, index) => {
    const before = slots[index - 1];
    const isName = before?.kind === 'symbol' && before.package === '' && /^(accessor|reader|writer)$/.test(before.name);
    if (!isName) return slotFunctions(itemsOf(item));
    const name = designator(item.kind === 'list' ? item.items[1] : item);
    return name === null ? [] : [name];
  });
}
