/** How well the detector of factual assertions tells sentences apart, and how long it takes on hostile text. */
import { readFileSync } from 'node:fs';
import type { BenchRow } from '../../build/bench-row.ts';
import { assertsFact } from '../../core/debate/index.ts';

interface LabelledSentence {
  readonly text: string;
  readonly fact: boolean;
  readonly set: 'tuning' | 'held-out';
}

const file = new URL('../fixture/factual-sentences.json', import.meta.url);
/** Each made a rule of an earlier draft slow. */
const hostile = ['. ', '1 ', '?"', 'million ', '$ 1 x than revenue ', '# ', '1.', 'a '];

/** Precision and recall on the labelled sentences, and the time per sentence, hostile ones included. */
export async function bench(print: (row: BenchRow) => void): Promise<void> {
  const sentences = JSON.parse(readFileSync(file, 'utf8')) as readonly LabelledSentence[];
  for (const set of ['tuning', 'held-out'] as const) {
    const chosen = sentences.filter((sentence) => sentence.set === set);
    const facts = chosen.filter((sentence) => sentence.fact);
    const found = chosen.filter((sentence) => assertsFact(sentence.text));
    const right = found.filter((sentence) => sentence.fact);
    const precision = right.length / found.length;
    const recall = right.length / facts.length;
    print({
      name: `factual assertions, ${set} set of ${chosen.length}: precision / recall`,
      value: `${precision.toFixed(3)} / ${recall.toFixed(3)}`,
      aim: '≥ 0.95 both',
      met: precision >= 0.95 && recall >= 0.95,
      note:
        `${found.length - right.length} false alarms, ` +
        `${facts.length - right.length} missed of ${facts.length} facts; the labels are ours`,
    });
  }
  const slowest = Math.max(...hostile.map((piece) => growth(piece)));
  print({
    name: 'factual assertions, time for ten times the hostile text',
    value: `${slowest.toFixed(1)}×`,
    aim: 'below 20×',
    met: slowest < 20,
    note: 'the worst of eight patterns; 10× is linear, 100× quadratic',
  });
}

function growth(piece: string): number {
  secondsFor(piece.repeat(2_000));
  return secondsFor(piece.repeat(100_000)) / secondsFor(piece.repeat(10_000));
}

/** The best of three: one collection of garbage is longer than a short text. */
function secondsFor(text: string): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    assertsFact(text);
    return performance.now() - start;
  });
  return Math.min(...times);
}
