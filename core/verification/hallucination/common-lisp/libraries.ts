import table from './libraries.json' with { type: 'json' };

/** What a package of a library exports. */
export interface Library {
  readonly functions: ReadonlySet<string>;
  /** Macros, and how many arguments stand before their body; null: they have none that is plain code. */
  readonly macros: ReadonlyMap<string, number | null>;
  /** Every name, variables and types included. */
  readonly names: ReadonlySet<string>;
}

interface LibraryEntry {
  readonly nicknames?: string;
  readonly functions?: string;
  /** `name:1` for a macro with one argument before its body, or `name`. */
  readonly macros?: string;
  readonly others?: string;
}

const entries: Readonly<Record<string, LibraryEntry>> = table;
const packageNames = new Map<string, string>(
  Object.entries(entries).flatMap(([name, { nicknames }]) =>
    [name, ...words(nicknames)].map((one) => [one, name] as const),
  ),
);
const read = new Map<string, Library>();

/** A package of a widely used library, by its name or nickname; null when it is not in the table. */
export function libraryNamed(name: string): Library | null {
  const own = packageNames.get(name);
  const entry = own === undefined ? undefined : entries[own];
  if (own === undefined || entry === undefined) return null;
  const known = read.get(own) ?? libraryOf(entry);
  read.set(own, known);
  return known;
}

/** The libraries among packages that a source uses. */
export function librariesAmong(packages: readonly string[]): readonly Library[] {
  return packages.flatMap((name) => libraryNamed(name) ?? []);
}

function libraryOf({ functions, macros, others }: LibraryEntry): Library {
  const bodies = new Map(
    words(macros).map((word) => {
      const [, name = word, at] = /^(.+):(\d+)$/.exec(word) ?? [];
      return [name, at === undefined ? null : Number(at)] as const;
    }),
  );
  const own = new Set(words(functions));
  return { functions: own, macros: bodies, names: new Set([...own, ...bodies.keys(), ...words(others)]) };
}

function words(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.split(' ');
}
