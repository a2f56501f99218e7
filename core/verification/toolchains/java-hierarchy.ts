import { nearestName } from '../hallucination/nearest.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import type { MissingInJava } from './java-messages.ts';

/** Which types of a project have members that no source here shows, because they extend what is not installed. */
export class JavaHierarchy {
  readonly #tree: ProjectTree;
  /** Types of several packages may have one name. */
  readonly #files = new Map<string, string[]>();
  readonly #packages = new Set<string>();
  readonly #incomplete = new Set<string>();
  readonly #missing = new Set<string>();

  constructor(tree: ProjectTree) {
    this.#tree = tree;
    for (const path of tree.paths()) {
      if (!path.endsWith('.java')) continue;
      const type =
        path
          .split('/')
          .at(-1)
          ?.replace(/\.java$/, '') ?? '';
      this.#files.set(type, [...(this.#files.get(type) ?? []), path]);
      const name = /^\s*package\s+([\w.]+)\s*;/m.exec(textOf(tree, path) ?? '')?.[1];
      if (name !== undefined) this.#packages.add(name);
    }
  }

  /** Notes a file that imports a package which is not installed. */
  leaveIncomplete(file: string): void {
    this.#incomplete.add(file);
  }

  /** Whether the file was noted by `leaveIncomplete`: what it names may come from a package that is not installed. */
  isIncomplete(file: string): boolean {
    return this.#incomplete.has(file);
  }

  /** Notes a package that is not there, whosever it is. */
  lack(name: string): void {
    this.#missing.add(name);
  }

  /** Whether the file imports this name from a package that is not there: that is told of already. */
  importsMissing(symbol: string, file: string): boolean {
    const imports = (textOf(this.#tree, file) ?? '').matchAll(/\bimport\s+(?:static\s+)?([\w.]+)\.(\w+)\s*;/g);
    return [...imports].some(([, from = '', name]) => name === symbol && this.#missing.has(from));
  }

  /**
   * Whether a package could only be Java's or the project's: it stands below one of its own, or is nearly named like
   * one.
   */
  isOwnPackage(name: string): boolean {
    if (name.startsWith('java.')) return true;
    const above = name.split('.').slice(0, -1).join('.');
    const beside = [...this.#packages].filter((one) => one.startsWith(`${above}.`));
    return this.#packages.has(above) || nearestName(name, beside) !== null;
  }

  /** Whether the name may come from something that is not installed. */
  mayHave({ kind, type, rule }: MissingInJava, file: string): boolean {
    if (rule === 'arity') return false;
    if (rule === 'import') return type !== null && this.#isIncompleteType(type, new Set());
    const text = textOf(this.#tree, file) ?? '';
    const isIncomplete = this.#incomplete.has(file);
    if (isIncomplete && /\bimport\s+(?:static\s+)?[\w.]+\.\*\s*;/.test(text) && rule === 'name') return true;
    if (kind === 'class' && rule === 'name') return false;
    // Without a type it is looked for in the class around it.
    return type === null ? isIncomplete : this.#isIncompleteType(type, new Set());
  }

  #isIncompleteType(type: string, seen: Set<string>): boolean {
    if (seen.has(type)) return false;
    seen.add(type);
    const heading = new RegExp(`\\b(?:class|interface|enum|record)\\s+${type}\\b([^{]*)\\{`);
    return (this.#files.get(type) ?? []).some((file) => {
      if (this.#incomplete.has(file)) return true;
      const parents = heading.exec(textOf(this.#tree, file) ?? '')?.[1]?.match(/[A-Z]\w*/g) ?? [];
      return parents.some((parent) => this.#isIncompleteType(parent, seen));
    });
  }
}
