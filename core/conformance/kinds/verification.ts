import { z } from 'zod';
import { ok } from '../../problem/index.ts';
import {
  memoryTree,
  normalisePath,
  parseRules,
  verificationToJson,
  verifyInThisThread,
} from '../../verification/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { isRecord, matches } from '../match.ts';
import { readInput } from '../read-input.ts';

const texts = z.record(z.string(), z.string());
const inputSchema = z.object({
  before: texts.nullish(),
  after: texts,
  rules: z.record(z.string(), z.unknown()),
  files: z.array(z.string()).nullish(),
});

/** A change of a small project under rules (V1-V9). Files default to those that differ. */
export const verification: ConformanceKind = {
  kind: 'verification',
  async run(raw) {
    const input = readInput(inputSchema, raw);
    if (!input.ok) return input;
    const { before, after, files } = input.value;
    const rules = parseRules(input.value.rules, 'rules');
    if (!rules.ok) return rules;
    const base = before === null || before === undefined ? null : withNormalPaths(before);
    const head = withNormalPaths(after);
    const touched = files ?? [...new Set([...Object.keys(base ?? {}), ...Object.keys(head)])];
    const changed = touched
      .map((path) => ({ path, normal: normalisePath(path) }))
      .filter(({ normal }) => (files !== null && files !== undefined ? true : base?.[normal] !== head[normal]))
      .map(({ path, normal }) => ({
        path: Object.hasOwn(head, normal) || Object.hasOwn(base ?? {}, normal) ? normal : path,
        basePath: base !== null && Object.hasOwn(base, normal) ? normal : null,
      }));
    const change = { base: base === null ? null : memoryTree(base), head: memoryTree(head), files: changed };
    const policy = { name: 'case', agentType: null, rules: rules.value };
    const result = await verifyInThisThread(change, policy, 'case', { now: () => 0 });
    return result.ok ? ok(verificationToJson(result.value)) : result;
  },
  matches(actual, expected) {
    if (!isRecord(actual) || !isRecord(expected)) return false;
    const { violations: wanted, count, none_in: noneIn, ...rest } = expected;
    const found = Array.isArray(actual.violations) ? actual.violations.filter(isRecord) : [];
    if (!matches(actual, rest)) return false;
    if (typeof count === 'number' && found.length !== count) return false;
    if (Array.isArray(noneIn) && found.some(({ file }) => noneIn.includes(file))) return false;
    if (!Array.isArray(wanted)) return true;
    return wanted.length === 0 ? found.length === 0 : eachHasItsOwn(wanted, found);
  },
};

function withNormalPaths(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [normalisePath(path), text]));
}

/** Every wanted violation is matched by one found, none of them twice (augmenting paths). */
function eachHasItsOwn(wanted: readonly unknown[], found: readonly Readonly<Record<string, unknown>>[]): boolean {
  const takenBy = new Map<number, number>();
  const place = (want: number, tried: Set<number>): boolean =>
    found.some((one, index) => {
      if (tried.has(index) || !violationMatches(one, wanted[want])) return false;
      tried.add(index);
      const holder = takenBy.get(index);
      if (holder !== undefined && !place(holder, tried)) return false;
      takenBy.set(index, want);
      return true;
    });
  return wanted.every((_, want) => place(want, new Set()));
}

function violationMatches(found: Readonly<Record<string, unknown>>, wanted: unknown): boolean {
  if (!isRecord(wanted)) return false;
  const { message_contains: message, suggestion_contains: suggestion, ...rest } = wanted;
  const contains = (text: unknown, part: unknown) =>
    part === undefined || (typeof text === 'string' && typeof part === 'string' && text.includes(part));
  return matches(found, rest) && contains(found.message, message) && contains(found.suggestion, suggestion);
}
