/** The same choices on every run. */
export interface Dice {
  /** 0 to `sides` - 1. */
  roll(sides: number): number;
  pick<T>(items: readonly T[]): T | undefined;
  shuffled<T>(items: readonly T[]): readonly T[];
}

/** Mulberry32. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const roll = (sides: number) => Math.floor(next() * sides);
  return {
    roll,
    pick: (items) => items[roll(items.length)],
    shuffled(items) {
      const mixed = [...items];
      for (let at = mixed.length - 1; at > 0; at -= 1) {
        const other = roll(at + 1);
        const [one, two] = [mixed[at], mixed[other]];
        if (one !== undefined && two !== undefined) [mixed[at], mixed[other]] = [two, one];
      }
      return mixed;
    },
  };
}

/**
 * A name that somebody might believe in: letters swapped, dropped or doubled, a word added. `taken` holds all real
 * ones.
 */
export function wrongName(name: string, taken: ReadonlySet<string>, random: Dice): string | null {
  const at = 1 + random.roll(Math.max(1, name.length - 2));
  const separator = name.includes('-') ? '-' : name.includes('_') ? '_' : '';
  const word = random.pick(['all', 'safe', 'value', 'many', 'once']) ?? '';
  const added = separator === '' ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  const ways = [
    `${name.slice(0, at)}${name[at + 1] ?? ''}${name[at] ?? ''}${name.slice(at + 2)}`,
    `${name.slice(0, at)}${name.slice(at + 1)}`,
    `${name.slice(0, at)}${name[at] ?? ''}${name.slice(at)}`,
    `${name}${separator}${added}`,
  ];
  return random.shuffled(ways).find((way) => way !== name && way.length > 2 && !taken.has(way)) ?? null;
}

const beginnings = ['fast', 'easy', 'smart', 'node', 'simple', 'deep', 'async', 'safe', 'universal', 'super'];
const middles = ['json', 'config', 'retry', 'cache', 'schema', 'token', 'stream', 'path', 'promise', 'queue'];
const ends = ['helper', 'toolkit', 'utils', 'parser', 'client', 'manager', 'kit', 'validator', 'loader', 'runner'];

/** A package that sounds right and does not exist here. */
export function inventedPackage(random: Dice, separator: string): string {
  return [beginnings, middles, ends].map((words) => random.pick(words) ?? 'x').join(separator);
}
