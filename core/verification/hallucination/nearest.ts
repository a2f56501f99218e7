/** The candidate that a wrong name most likely stands for; null when nothing is close (a third of its letters). */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  const limit = Math.max(1, Math.min(3, Math.floor(name.length / 3)));
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Whether a name is one letter off a known one, or two of a long name: further off is another word. */
export function isSlip(name: string, nearest: string): boolean {
  const most = name.length < 8 ? 1 : 2;
  return editDistance(name.toLowerCase(), nearest.toLowerCase(), most + 1) <= most;
}

/** The known name that a wrong one extends by a word: `report` for `reportOnce`; null when there is none. */
export function extendedName(name: string, known: ReadonlySet<string>): string | null {
  const stem = name.replace(/(?:[A-Z][a-z]*|_[a-z]+)$/, '');
  return stem.length > 2 && stem !== name && known.has(stem) ? stem : null;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment), cut off at `limit`. */
export function editDistance(one: string, other: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      current.push(distance);
      least = Math.min(least, distance);
    }
    if (least >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? limit;
}
