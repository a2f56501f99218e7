import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assertsFact, findFactualAssertions } from '../../../core/debate/index.ts';

interface LabelledSentence {
  readonly text: string;
  readonly fact: boolean;
  readonly kind: string;
  readonly set: 'tuning' | 'held-out';
}
const file = new URL('../../fixture/factual-sentences.json', import.meta.url);
const sentences = JSON.parse(readFileSync(file, 'utf8')) as readonly LabelledSentence[];

describe('the labelled sentences', () => {
  it('are at least 300, about half of them facts', () => {
    expect(sentences.length).toBeGreaterThanOrEqual(300);
    const facts = sentences.filter((sentence) => sentence.fact).length / sentences.length;
    expect(facts).toBeGreaterThan(0.4);
    expect(facts).toBeLessThan(0.6);
  });

  it('are told apart, also where the rules were not tuned', () => {
    const heldOut = sentences.filter((sentence) => sentence.set === 'held-out');
    const facts = heldOut.filter((sentence) => sentence.fact);
    const found = heldOut.filter((sentence) => assertsFact(sentence.text));
    const right = found.filter((sentence) => sentence.fact).length;
    expect(right / found.length).toBeGreaterThanOrEqual(0.95);
    expect(right / facts.length).toBeGreaterThanOrEqual(0.93);
  });
});

describe('hiding a fact', () => {
  it.each([
    ['in emphasis', 'Revenue was **$12.4** _million_.'],
    ['with invisible characters', 'Re\u200bvenue was $1\u200b2.4 mil\u200blion.'],
    ['in full-width digits', 'Revenue was ＄１２ million.'],
    ['in Arabic digits', 'The company employs ١٢٠٠ people.'],
    ['behind an opinion', 'I merely feel, and this is only a view, that 1,200 people left.'],
    ['in a list', 'Some thoughts:\n\n1. nice team\n2. it has 45 engineers'],
    ['in a table', '| Item | 2019 |\n|---|---|\n| Sales | $1,496.5 |'],
    ['in a heading', '## Revenue of $12.4 million'],
    ['in a question without a question', 'Revenue was $12.4 million, right?'],
    ['after a request', 'Note: the company lost 40 customers.'],
    ['after a condition', 'If you ask me, revenue was $12 million.'],
    ['in capitals', 'REVENUE WAS USD 12 MILLION.'],
    ['over two lines', 'Revenue was\n$12.4 million.'],
    ['after an abbreviation', 'The parent, Acme Inc. of Oslo, has 1,200 staff.'],
  ])('%s does not help', (_how, text) => {
    expect(assertsFact(text)).toBe(true);
  });
});

it('says which sentence asserts what', () => {
  expect(findFactualAssertions('We like it. Churn fell to 3% in 2020. Good.')).toEqual([
    { sentence: 'Churn fell to 3% in 2020.', particulars: expect.arrayContaining(['percentage', 'date']) },
  ]);
});
