import { findParticulars, type Particular } from './detector/particulars.ts';
import { type Sentence, splitSentences, type Token } from './detector/sentences.ts';
import * as vocabulary from './detector/vocabulary.ts';

/** A sentence that asserts a fact, and by what (D4). */
export interface FactualAssertion {
  readonly sentence: string;
  readonly particulars: readonly Particular[];
}

/**
 * The sentences of a text that assert a fact: those that state a checkable particular (D4). Rules over words, for
 * English; the same text always gives the same answer, in time that grows with its length. What it calls itself ("in my
 * opinion") makes no difference. Questions, requests and conditions state nothing, unless what they ask takes a
 * particular for granted.
 */
export function findFactualAssertions(text: string): readonly FactualAssertion[] {
  const found: FactualAssertion[] = [];
  for (const sentence of splitSentences(text)) {
    const particulars = particularsOf(sentence);
    if (particulars.length > 0) found.push({ sentence: sentence.text, particulars });
  }
  return found;
}

/** Whether a text asserts any fact. */
export function assertsFact(text: string): boolean {
  return findFactualAssertions(text).length > 0;
}

function particularsOf(sentence: Sentence): readonly Particular[] {
  const stated = statedPart(sentence);
  const particulars = [...new Set(findParticulars(stated).map(({ kind }) => kind))];
  const onlyDates = particulars.every((kind) => kind === 'date');
  // A date alone is no fact: something has to happen on it.
  return onlyDates && !stated.some(isVerb) ? [] : particulars;
}

function isVerb({ text, kind }: Token): boolean {
  return kind === 'word' && (vocabulary.verbs.has(text) || (text.length > 4 && text.endsWith('ed')));
}

/** What is left of a sentence once what it only asks for or supposes is taken away. */
function statedPart({ tokens, question }: Sentence): readonly Token[] {
  const first = tokens.findIndex((token) => token.kind === 'word' || token.kind === 'number');
  const opening = tokens[first]?.text ?? '';
  if (question && vocabulary.questionWords.has(opening)) return [];
  if (vocabulary.requests.has(opening)) return after(tokens, ':');
  if (vocabulary.conditions.has(opening)) return after(tokens, ',');
  return tokens;
}

function after(tokens: readonly Token[], sign: string): readonly Token[] {
  const at = tokens.findIndex((token) => token.text === sign);
  return at < 0 ? [] : tokens.slice(at + 1);
}
