import { canonicalJson, type Json, type JsonObject } from '../canonical/index.ts';

/** What differs between an earlier action and this one, a sentence each; empty when they are the same. */
export function actionChanges(earlier: JsonObject, current: JsonObject): readonly string[] {
  return Object.keys({ ...earlier, ...current })
    .sort()
    .flatMap((part) => partChanges(part, earlier[part], current[part]));
}

function partChanges(part: string, earlier: Json | undefined, current: Json | undefined): readonly string[] {
  if (same(earlier, current)) return [];
  if (!isObject(earlier) || !isObject(current)) return [sentence(part, earlier, current)];
  return Object.keys({ ...earlier, ...current })
    .sort()
    .filter((key) => !same(earlier[key], current[key]))
    .map((key) => sentence(`${part}.${key}`, earlier[key], current[key]));
}

function sentence(path: string, earlier: Json | undefined, current: Json | undefined): string {
  if (earlier === undefined) return `${path} is new: ${shown(current)}`;
  if (current === undefined) return `${path} is gone, was ${shown(earlier)}`;
  return `${path} is ${shown(current)}, was ${shown(earlier)}`;
}

/** Scalars in full when they are short; bigger values only say that they differ, the action itself shows them. */
function shown(value: Json | undefined): string {
  const text = value === undefined ? '' : canonicalJson(value);
  return text.length <= 80 ? text : `a value of ${text.length} characters`;
}

function same(left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return canonicalJson(left) === canonicalJson(right);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
