import { packagesOf } from './definitions.ts';
import { type Form, operatorOf } from './forms.ts';
import { readLisp } from './reader.ts';

const definesOrExports = /defpackage|define-package|export/i;
const inPackage = /^\s*\(\s*(?:[\w-]+:)?in-package\s+(?:#?:|"|')?([^\s()"]+)"?\s*\)/gim;

/** What the packages of a project may export, for sources whose package another source defines. */
export class LispInterfaces {
  /** Packages by name or nickname: whether all they export can be read off their definitions. */
  readonly #isReadable = new Map<string, boolean>();
  /** Every name that a definition of a package or an `export` form mentions: what none mentions nothing exports. */
  readonly #mentioned = new Set<string>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) if (definesOrExports.test(text)) this.#add(text);
  }

  /**
   * The names that a source may offer to others. Null where that is not known: it is in no package or in several, or
   * nothing in the project says what its package exports.
   */
  exportedOf(text: string): ReadonlySet<string> | null {
    const names = new Set([...text.matchAll(inPackage)].map((match) => (match[1] ?? '').toLowerCase()));
    for (const scratch of ['cl-user', 'common-lisp-user']) names.delete(scratch);
    const [name = '', ...others] = names;
    return others.length === 0 && this.#isReadable.get(name) === true ? this.#mentioned : null;
  }

  #add(text: string): void {
    const { forms, hidden, error } = readLisp(text);
    // What `#.` makes is not in the text.
    const isOpen = error !== null || text.includes('#.');
    for (const form of [...forms, ...hidden]) {
      for (const { name, nicknames, exports } of packagesOf([form])) {
        for (const one of [name, ...nicknames]) {
          this.#isReadable.set(one, this.#isReadable.get(one) !== false && !isOpen && exports.length > 0);
        }
        this.#mention(form);
      }
      this.#addExports(form);
    }
  }

  #addExports(form: Form): void {
    if (form.kind !== 'list') return;
    if ((operatorOf(form) ?? '').includes('export')) this.#mention(form);
    else for (const item of [...form.items, ...(form.hidden ?? [])]) this.#addExports(item);
  }

  #mention(form: Form): void {
    if (form.kind === 'symbol') this.#mentioned.add(form.name);
    else if (form.kind === 'string') this.#mentioned.add(form.text.toLowerCase());
    else if (form.kind === 'list') for (const item of [...form.items, ...(form.hidden ?? [])]) this.#mention(item);
  }
}
