/** Two JSON values as texts that an editor can compare without effort, however large they are. Pure. */
import type { JsonText } from '../api/index.ts';
import { canonicalJson, type Json, type JsonObject } from '../canonical/index.ts';

/** Characters of one text. A context beyond it is folded where it did not change, and then cut. */
export const maxShownCharacters = 200_000;
/** Unchanged values longer than this are named instead of shown, where a context is too long. */
const maxUnchanged = 400;
/** Characters of a long text that are kept on each side of what changed in it. */
const keptAround = 120;

/** JSON as indented text of at most `limit` characters. */
export function jsonText(value: Json, limit = maxShownCharacters): JsonText {
  const text = JSON.stringify(value, null, 2);
  if (text.length <= limit) return { text, characters: text.length, complete: true };
  const left = text.length - limit;
  return { text: `${text.slice(0, limit)}\n… ${left} characters more`, characters: text.length, complete: false };
}

/** Two contexts as texts to compare. What is too long loses what did not change, then its end. */
export function comparable(
  after: JsonObject,
  before: JsonObject | null,
  limit = maxShownCharacters,
): readonly [after: JsonText, before: JsonText] {
  const whole = [jsonText(after, limit), jsonText(before ?? {}, limit)] as const;
  if (before === null || whole.every(({ complete }) => complete)) return whole;
  const folded = [jsonText(fold(after, before), limit), jsonText(fold(before, after), limit)] as const;
  return [
    { ...folded[0], characters: whole[0].characters, complete: false },
    { ...folded[1], characters: whole[1].characters, complete: false },
  ];
}

/** The value with everything long that it shares with the other one named only. */
function fold(value: Json, other: Json | undefined): Json {
  if (other === undefined) return value;
  if (typeof value === 'string') return typeof other === 'string' ? foldText(value, other) : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = canonicalJson(value);
  if (text === canonicalJson(other))
    return text.length > maxUnchanged ? `… ${text.length} characters as before` : value;
  if (Array.isArray(value)) return Array.isArray(other) ? foldItems(value, other) : value;
  if (typeof other !== 'object' || other === null || Array.isArray(other)) return value;
  const members = other as JsonObject;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, Json] => [
      name,
      fold(member, Object.hasOwn(members, name) ? members[name] : undefined),
    ]),
  );
}

/** Items that are the same at the same place become one line. */
function foldItems(items: readonly Json[], others: readonly Json[]): Json {
  const folded: Json[] = [];
  let same = 0;
  const close = () => {
    if (same > 0) folded.push(`… ${same} items as before`);
    same = 0;
  };
  for (const [index, item] of items.entries()) {
    const other = others[index];
    if (other !== undefined && canonicalJson(other) === canonicalJson(item)) {
      same += 1;
      continue;
    }
    close();
    folded.push(fold(item, other));
  }
  close();
  return folded;
}

/** A long text without what it shares with the other at its beginning and its end. */
function foldText(text: string, other: string): string {
  if (text.length <= maxUnchanged) return text;
  if (text === other) return `… ${text.length} characters as before`;
  const shortest = Math.min(text.length, other.length);
  let head = 0;
  while (head < shortest && text[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && text[text.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  const start = Math.max(0, head - keptAround);
  const end = text.length - Math.max(0, tail - keptAround);
  const left = start === 0 ? '' : `… ${start} characters as before … `;
  const right = end === text.length ? '' : ` … ${text.length - end} characters as before`;
  return `${left}${text.slice(start, end)}${right}`;
}
