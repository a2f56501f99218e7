import type { Json, JsonObject } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';

const maxDepth = 200;

/**
 * A deep copy of JSON data that came from foreign code. Undefined members are left out, as `JSON.stringify` does.
 * Error: `not-json`, with the path of what is not data (a date, a function, NaN, a cycle, …).
 */
export function plainJson(value: unknown): Result<Json> {
  return copy(value, [], 0);
}

/** As `plainJson`, for what must be a map. */
export function plainObject(value: unknown, what: string): Result<JsonObject> {
  const copied = plainJson(value);
  if (!copied.ok) return copied;
  const { value: data } = copied;
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return ok(data as JsonObject);
  return fail('not-json', `${what} must be a map`);
}

function copy(value: unknown, path: readonly (string | number)[], depth: number): Result<Json> {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return ok(value);
    case 'number':
      return Number.isFinite(value) ? ok(value) : notJson(String(value), path);
    case 'object':
      break;
    default:
      return notJson(`a ${typeof value}`, path);
  }
  if (value === null) return ok(null);
  if (depth >= maxDepth) return notJson(`nesting deeper than ${maxDepth}`, path);
  if (Array.isArray(value)) return copyList(value, path, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return notJson('not plain data', path);
  return copyMap(value, path, depth);
}

function copyList(list: readonly unknown[], path: readonly (string | number)[], depth: number): Result<Json> {
  const items: Json[] = [];
  for (const [index, item] of list.entries()) {
    const copied = item === undefined ? ok(null) : copy(item, [...path, index], depth + 1);
    if (!copied.ok) return copied;
    items.push(copied.value);
  }
  return ok(items);
}

function copyMap(map: object, path: readonly (string | number)[], depth: number): Result<Json> {
  const entries: [string, Json][] = [];
  for (const [key, member] of Object.entries(map)) {
    if (member === undefined) continue;
    const copied = copy(member, [...path, key], depth + 1);
    if (!copied.ok) return copied;
    entries.push([key, copied.value]);
  }
  return ok(Object.fromEntries(entries));
}

function notJson(found: string, path: readonly (string | number)[]): Result<never> {
  const place = path.length === 0 ? 'The value' : path.join('.');
  return fail('not-json', `${place} is ${found}, which is not JSON data`);
}
