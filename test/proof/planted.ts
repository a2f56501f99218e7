/** Theorems that are wrong on purpose: proving must refuse each, or its green would mean nothing. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certifyBook } from './books.ts';

interface PlantedMistake {
  readonly what: string;
  readonly book: string;
  /** Occurs exactly once in the book. */
  readonly text: string;
  readonly instead: string;
}

const mistakes: readonly PlantedMistake[] = [
  {
    what: 'a tool may cost one token more than the budget',
    book: 'decisions',
    text: '(<= (tool-spec->token-cost tool) (agent-state->token-budget st))\n       (<= (tool-spec->time-cost',
    instead: '(<= (tool-spec->token-cost tool) (+ 1 (agent-state->token-budget st)))\n       (<= (tool-spec->time-cost',
  },
  {
    what: 'a theorem that says more than is true',
    book: 'transitions',
    text: ':then (> (agent-state->step-counter (increment-step st))\n           (agent-state->step-counter st))',
    instead:
      ':then (> (agent-state->step-counter (increment-step st))\n           (+ 1 (agent-state->step-counter st)))',
  },
  {
    what: 'a refused call is paid for',
    book: 'react',
    text: '(set-error (error-kind-precondition-failed "Tool not permitted or insufficient budget") st)',
    instead:
      '(set-error (error-kind-precondition-failed "Tool not permitted or insufficient budget") ' +
      '(deduct-tool-cost tool st))',
  },
  {
    what: 'a theorem whose hypotheses its witness does not meet',
    book: 'decisions',
    text: ':witness ((st (make-agent-state :step-counter 100)))',
    instead: ':witness ((st (make-agent-state :step-counter 99)))',
  },
  {
    what: 'a proof that is skipped',
    book: 'transitions',
    text: '(defclaim step-increases-after-increment',
    instead:
      '(skip-proofs (defthm unproved (equal st 0) :rule-classes nil))\n\n(defclaim step-increases-after-increment',
  },
];

/** Certifies an edited copy of a book for each mistake. Gives the mistakes that were let through. */
export async function plantedMistakes(
  folder: string,
): Promise<{ readonly planted: number; readonly missed: readonly string[] }> {
  const missed: string[] = [];
  for (const [index, mistake] of mistakes.entries()) {
    const original = readFileSync(join(folder, `${mistake.book}.lisp`), 'utf8');
    if (original.split(mistake.text).length !== 2) throw new Error(`bug: "${mistake.what}" does not find its place`);
    const copy = `${mistake.book}-mistake-${index}`;
    writeFileSync(join(folder, `${copy}.lisp`), original.replace(mistake.text, mistake.instead));
    if ((await certifyBook(folder, copy)) === null) missed.push(mistake.what);
  }
  return { planted: mistakes.length, missed };
}
