import { tokenAt as at, type Token } from './sentences.ts';
import * as vocabulary from './vocabulary.ts';

/** `2019`, `2018/19`. */
export function isYear({ kind, text }: Token): boolean {
  return kind === 'number' && /^(?:19|20)\d\d(?:[/-]\d{2,4})?$/u.test(text);
}

/** Whether a date, a year or a quarter begins or stands here. */
export function isDate(tokens: readonly Token[], index: number): boolean {
  const token = at(tokens, index);
  const previous = at(tokens, index - 1);
  const next = at(tokens, index + 1);
  if (vocabulary.labels.has(previous.text)) return false;
  return isYear(token) || isWritten(token, next) || isPeriod(token, previous) || isMonth(token, previous, next);
}

/** `12/31/2019`, `Q3`, `FY 2019`. */
function isWritten(token: Token, next: Token): boolean {
  if (token.kind === 'number' && /^\d{1,4}[/.]\d{1,2}[/.]\d{1,4}$/u.test(token.text)) return true;
  return /^(?:q|fy|h)$/u.test(token.text) && next.kind === 'number';
}

/** `the third quarter`, `last month`, `yesterday`. */
function isPeriod(token: Token, previous: Token): boolean {
  const isQuarter = /^(?:quarter|half)$/u.test(token.text);
  if (isQuarter && /^(?:first|second|third|fourth|last|previous)$/u.test(previous.text)) return true;
  if (/^(?:year|month|week|quarter)$/u.test(token.text) && /^(?:last|previous|prior)$/u.test(previous.text))
    return true;
  return token.text === 'yesterday';
}

function isMonth(token: Token, previous: Token, next: Token): boolean {
  if (!vocabulary.months.has(token.text) || !token.capital) return false;
  const dated = next.kind === 'number' || previous.kind === 'number';
  const placed = /^(?:in|since|by|until|during|last|early|late|of|from|to)$/u.test(previous.text);
  return dated || placed || !vocabulary.doubtfulMonths.has(token.text);
}
