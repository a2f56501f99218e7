import { isDate, isYear } from './dates.ts';
import { tokenAt as at, nothing, type Token } from './sentences.ts';
import * as vocabulary from './vocabulary.ts';

/** What kind of checkable particular a sentence states (D4). */
export type Particular =
  | 'money'
  | 'percentage'
  | 'multiple'
  | 'count'
  | 'date'
  | 'metric-value'
  | 'comparison'
  | 'attribution';

/**
 * The particulars in these tokens, each with the place where it was found. One pass; each step looks a few words ahead.
 */
export function findParticulars(
  tokens: readonly Token[],
): readonly { readonly kind: Particular; readonly at: number }[] {
  const found: { kind: Particular; at: number }[] = [];
  tokens.forEach((token, index) => {
    const kind =
      amountAt(tokens, index) ??
      shareAt(tokens, index) ??
      (token.kind === 'number' || vocabulary.numberWords.has(token.text) ? quantityAt(tokens, index) : null) ??
      (isDate(tokens, index) ? 'date' : null) ??
      attributionAt(tokens, index);
    if (kind !== null) found.push({ kind, at: index });
  });
  const metric = metricAt(tokens);
  if (metric !== null) found.push(metric);
  return found;
}

function isQuantity({ kind, text }: Token): boolean {
  return kind === 'number' || vocabulary.numberWords.has(text);
}

function amountAt(tokens: readonly Token[], index: number): Particular | null {
  const token = at(tokens, index);
  const next = at(tokens, index + 1);
  const isCurrency = vocabulary.currencySigns.has(token.text) || vocabulary.currencyWords.has(token.text);
  if (isCurrency && isQuantity(next)) return 'money';
  if (!isQuantity(token)) return null;
  // `12 million US dollars`: the currency stands at most three words after the number.
  for (let ahead = 1; ahead <= 3; ahead += 1) {
    const { text } = at(tokens, index + ahead);
    if (vocabulary.currencyWords.has(text) || vocabulary.currencySigns.has(text)) return 'money';
    if (!vocabulary.magnitudes.has(text) && !vocabulary.numberWords.has(text) && !/^(?:us|point|and|-)$/u.test(text))
      break;
  }
  return null;
}

/** How sure somebody is of a view is no fact of the world: `90% confident`, `our confidence is about 70 percent`. */
function isOwnCertainty(tokens: readonly Token[], index: number): boolean {
  const owned = tokens.slice(Math.max(index - 6, 0), index).some((token, at, before) => {
    return /^confidence$/u.test(token.text) && isOwn(before[at - 1] ?? nothing);
  });
  return owned || certainty.test(at(tokens, index + 1).text);
}

const certainty =
  /^(?:confident|sure|certain|convinced|committed|positive|confidence|certainty|probability|likely|chance|behind)$/u;

function shareAt(tokens: readonly Token[], index: number): Particular | null {
  return percentageAt(tokens, index) ?? multipleAt(tokens, index) ?? fractionAt(tokens, index);
}

function percentageAt(tokens: readonly Token[], index: number): Particular | null {
  const { text } = at(tokens, index);
  const next = at(tokens, index + 1);
  if (!isQuantity(at(tokens, index - 1))) return null;
  if (vocabulary.percentWords.has(text)) return isOwnCertainty(tokens, index) ? null : 'percentage';
  if (text === 'basis' && next.text.startsWith('point')) return 'percentage';
  return text === 'per' && next.text.startsWith('cent') ? 'percentage' : null;
}

function multipleAt(tokens: readonly Token[], index: number): Particular | null {
  const { text } = at(tokens, index);
  const next = at(tokens, index + 1);
  if (/^(?:x|times|fold|×)$/u.test(text) && isQuantity(at(tokens, index - 1))) {
    return next.text === 'out' ? null : 'multiple';
  }
  return vocabulary.multiples.has(text) && !/^(?:about|before)$/u.test(next.text) ? 'multiple' : null;
}

/** `by a third`, `half of revenue`; not `half of the arguments`. */
function fractionAt(tokens: readonly Token[], index: number): Particular | null {
  if (!vocabulary.fractions.has(at(tokens, index).text)) return null;
  const isRise = at(tokens, index - 1).text === 'a' && at(tokens, index - 2).text === 'by';
  const isPart = at(tokens, index + 1).text === 'of' && at(tokens, index + 2).text !== 'the';
  return isRise || isPart ? 'percentage' : null;
}

/** A number that counts something, or is the value of something. */
function quantityAt(tokens: readonly Token[], index: number): Particular | null {
  const token = at(tokens, index);
  const previous = at(tokens, index - 1);
  if (vocabulary.labels.has(previous.text) || previous.text === '#') return null;
  if (isYear(token) || isPercent(tokens, index)) return null;
  const [first, second] = nounAfter(tokens, index);
  if (first.text === 'of') return countsPart(tokens, index) ? 'count' : null;
  if (token.kind === 'number' && vocabulary.magnitudes.has(at(tokens, index + 1).text)) return 'count';
  return isThing(first, second) ? 'count' : null;
}

/** Whether the words after a number name something that can be counted in the world. */
function isThing(first: Token, second: Token): boolean {
  if (first.kind !== 'word' || vocabulary.thoughts.has(first.text)) return false;
  if (vocabulary.thoughtAdjectives.has(first.text) && isThought(second)) return false;
  return !vocabulary.months.has(first.text) && !modest.has(first.text);
}

/** Percentages are looked at by themselves. */
function isPercent(tokens: readonly Token[], index: number): boolean {
  return vocabulary.percentWords.has(at(tokens, index + 1).text);
}

/** `40 of the stores`, `two of its plants`; not `one of the best`, nor `two of the arguments`. */
function countsPart(tokens: readonly Token[], index: number): boolean {
  const { kind, text } = at(tokens, index);
  const whole = tokens.slice(index + 2, index + 5);
  return (kind === 'number' || text !== 'one') && !whole.some((token) => vocabulary.thoughts.has(token.text));
}

/** `three more`, with nothing after it, numbers nothing in particular either. */
function isThought({ text, kind }: Token): boolean {
  return kind !== 'word' || vocabulary.thoughts.has(text);
}

/** Words after a number that make no unit. */
const modest = new Set(
  (
    'and or to is are was were in on at by for with as but than if we i the a an that which who this it from ' +
    'he she they sided way fold times x'
  ).split(' '),
);

/** The two words after a number and its magnitude; a run of numbers is looked at no further than its first few. */
function nounAfter(tokens: readonly Token[], index: number): readonly [Token, Token] {
  const ahead = tokens.slice(index + 1, index + 8);
  const noun = ahead.findIndex(
    (token) => !vocabulary.magnitudes.has(token.text) && token.text !== '-' && !isQuantity(token),
  );
  return noun < 0 ? [nothing, nothing] : [at(ahead, noun), at(ahead, noun + 1)];
}

function attributionAt(tokens: readonly Token[], index: number): Particular | null {
  const { text } = at(tokens, index);
  const previous = at(tokens, index - 1);
  const next = at(tokens, index + 1);
  if (text === 'according' && next.text === 'to') return isOwn(at(tokens, index + 2)) ? null : 'attribution';
  if (index === 0 || isOwn(previous) || isOwn(at(tokens, index - 2))) return null;
  if (/^(?:that|this|as|having|to|being|is|are|be|easily|it|not)$/u.test(previous.text)) return null;
  if (vocabulary.reportingThat.has(text) && next.text === 'that') return 'attribution';
  if (!vocabulary.reporting.has(text) || next.kind === 'sign') return null;
  return previous.kind === 'word' &&
    !/^(?:the|a|an|of|these|those|all|both|its|their|each|and|or|in|no)$/u.test(previous.text)
    ? 'attribution'
    : null;
}

function isOwn({ text }: Token): boolean {
  return vocabulary.firstPerson.has(text);
}

/** A named metric with a number beside it, with none at all, or compared. */
function metricAt(tokens: readonly Token[]): { kind: Particular; at: number } | null {
  const metric = tokens.findIndex(({ text }) => vocabulary.metrics.has(text));
  if (metric < 0) return null;
  const previous = at(tokens, metric - 1).text;
  if (previous === 'no' || previous === 'zero' || previous === 'nil') return { kind: 'metric-value', at: metric };
  const value = tokens.findIndex(
    (token, index) =>
      token.kind === 'number' &&
      !isYear(token) &&
      !vocabulary.labels.has(at(tokens, index - 1).text) &&
      !vocabulary.thoughts.has(at(tokens, index + 1).text),
  );
  if (value >= 0 && Math.abs(value - metric) <= 12) return { kind: 'metric-value', at: Math.max(value, metric) };
  const moved = tokens.findIndex(
    ({ text }, index) =>
      (vocabulary.movements.has(text) && index > metric) ||
      (vocabulary.comparatives.has(text) && tokens.slice(index + 1, index + 4).some((token) => token.text === 'than')),
  );
  if (moved < 0) return null;
  const hedged = tokens
    .slice(Math.max(moved - 4, 0), moved)
    .some(({ text }) => vocabulary.modals.has(text) || text === 'if');
  return hedged ? null : { kind: 'comparison', at: moved };
}
