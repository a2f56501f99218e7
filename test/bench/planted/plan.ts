import { textOf } from '../../../core/verification/index.ts';
import { lispExports } from './changes-lisp.ts';
import type { Corpus } from './corpus.ts';
import type { CorpusNames, Planting } from './kinds.ts';
import type { Plant } from './plant.ts';
import type { Dice } from './random.ts';

/** How often the files are gone through again for a kind that lacks room. */
const mostPasses = 8;

export interface PlantedCorpus {
  readonly corpus: Corpus;
  readonly plants: readonly Plant[];
}

interface Candidate {
  readonly corpus: Corpus;
  readonly path: string;
}

/**
 * What to plant into the corpora of one language, shared out evenly over the kinds, each in a file of its own
 * where there are enough.
 */
export function planPlants(corpora: readonly Corpus[], planting: Planting, random: Dice): readonly PlantedCorpus[] {
  const { kinds, total, plant } = planting;
  const candidates = random.shuffled(corpora.flatMap((corpus) => corpus.files.map((path) => ({ corpus, path }))));
  const known = new Map(corpora.map((corpus) => [corpus, namesIn(corpus)]));
  const plants = new Map<Corpus, Plant[]>();
  const used = new Set<string>();
  const take = (kind: string, { corpus, path }: Candidate, isFirst: boolean): boolean => {
    const file = `${corpus.name} ${path}`;
    if (isFirst && used.has(file)) return false;
    const text = textOf(corpus.tree, path);
    const names = known.get(corpus);
    const made = text === null || names === undefined ? null : plant(kind, path, text, names, random);
    if (made === null || used.has(`${file} ${kind} ${made.symbol}`)) return false;
    plants.set(corpus, [...(plants.get(corpus) ?? []), made]);
    used.add(file).add(`${file} ${kind} ${made.symbol}`);
    return true;
  };
  let left = total;
  for (const [index, kind] of kinds.entries()) {
    let wanted = Math.ceil(left / (kinds.length - index));
    // Files that hold another plant serve again only where the corpora have no room otherwise.
    for (const isFirst of [true, ...Array.from({ length: mostPasses }, () => false)]) {
      for (const candidate of candidates) {
        if (wanted === 0) break;
        if (!take(kind, candidate, isFirst)) continue;
        wanted -= 1;
        left -= 1;
      }
    }
  }
  return [...plants].map(([corpus, list]) => ({ corpus, plants: list }));
}

function namesIn({ tree, files }: Corpus): CorpusNames {
  const all = new Set<string>();
  const functions = new Set<string>();
  const exported = new Set<string>();
  for (const path of files) {
    const text = textOf(tree, path) ?? '';
    for (const [word] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$-]*/gu)) {
      for (const part of [word, ...word.split('-')]) all.add(part);
    }
    for (const match of text.matchAll(/^\(defun ([a-z][^\s()]*)/gm)) functions.add(match[1] ?? '');
    if (path.endsWith('.lisp')) for (const name of lispExports(text)) exported.add(name);
  }
  return { all, functions, exported };
}
