import { fail, ok, type Result } from '../problem/index.ts';
import { isRecord } from './match.ts';

/** The most characters or items that one repetition may make. */
const limit = 50_000_000;

/**
 * Replaces every `{"$repeat": [x, n]}` by x n times: a text repeated, or a list of n copies. Error: `case-malformed`.
 */
export function expandRepeats(value: unknown): Result<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      const expanded = expandRepeats(item);
      if (!expanded.ok) return expanded;
      items.push(expanded.value);
    }
    return ok(items);
  }
  if (!isRecord(value)) return ok(value);
  if (Object.hasOwn(value, '$repeat')) return repeat(value);
  const entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const expanded = expandRepeats(member);
    if (!expanded.ok) return expanded;
    entries.push([name, expanded.value]);
  }
  return ok(Object.fromEntries(entries));
}

function repeat(value: Readonly<Record<string, unknown>>): Result<unknown> {
  const given = value.$repeat;
  const count = Array.isArray(given) ? given[1] : null;
  const isWhole = Number.isSafeInteger(count) && count >= 0;
  if (Object.keys(value).length !== 1 || !Array.isArray(given) || given.length !== 2 || !isWhole) {
    return fail('case-malformed', '$repeat is {"$repeat": [what, how often]} and nothing beside it', '$repeat');
  }
  const what = expandRepeats(given[0]);
  if (!what.ok) return what;
  const size = typeof what.value === 'string' ? what.value.length * count : count;
  if (size > limit) return fail('case-malformed', `$repeat makes more than ${limit} characters or items`, '$repeat');
  return ok(typeof what.value === 'string' ? what.value.repeat(count) : new Array(count).fill(what.value));
}
