import type { ResolvedChain } from './chains.ts';

/** With more chains than this the count is a lower bound, found greedily. */
const exactUpTo = 20;

/**
 * How many chains of a claim are independent of one another (D10): the most that can be chosen so that no two share an
 * upstream origin. A chain whose origin nobody knows is not independent of anything and does not count.
 */
export function countIndependentChains(chains: readonly ResolvedChain[]): number {
  const origins = chains
    .map((chain) => chain.origins)
    .filter((set) => set.size > 0)
    .sort((left, right) => left.size - right.size);
  return origins.length > exactUpTo ? greedily(origins) : most(origins, new Set());
}

function most(origins: readonly ReadonlySet<string>[], taken: ReadonlySet<string>): number {
  const [first, ...rest] = origins;
  if (first === undefined) return 0;
  if (meets(first, taken)) return most(rest, taken);
  const withFirst = 1 + most(rest, new Set([...taken, ...first]));
  // A chain with one origin can stand in for any other that shares it, so leaving it out never gains anything.
  return first.size === 1 ? withFirst : Math.max(withFirst, most(rest, taken));
}

function greedily(origins: readonly ReadonlySet<string>[]): number {
  const taken = new Set<string>();
  let count = 0;
  for (const set of origins) {
    if (meets(set, taken)) continue;
    for (const origin of set) taken.add(origin);
    count += 1;
  }
  return count;
}

function meets(set: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...set].some((origin) => other.has(origin));
}
