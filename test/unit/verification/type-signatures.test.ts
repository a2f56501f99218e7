import { describe, expect, it } from 'vitest';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

/** The findings of semantics in a change of `a.ts`, beside files that stay. */
async function narrowed(before: string, after: string, rest: Readonly<Record<string, string>> = {}) {
  const rules = parseRules({ semantic_rules: { preserve_exports: true, preserve_signatures: true } }, 'rules');
  if (!rules.ok) throw new Error(rules.problem.message);
  const change = {
    base: memoryTree({ ...rest, 'a.ts': before }),
    head: memoryTree({ ...rest, 'a.ts': after }),
    files: [{ path: 'a.ts', basePath: 'a.ts' }],
  };
  const policy = { name: 'case', agentType: null, rules: rules.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.violations.map(({ symbol, message }) => `${symbol}: ${message.replace(/^.*narrowed: /, '')}`);
}

describe('signatures of TypeScript by their types', { timeout: 60_000 }, () => {
  it('tells a parameter that takes less', async () => {
    const before = 'export function f(a: string | number): void {}\n';
    expect(await narrowed(before, 'export function f(a: string): void {}\n')).toEqual([
      "f: 'a' takes string instead of string | number",
    ]);
  });

  it('tells a result that may be more', async () => {
    const before = 'export const f = (): string => "";\n';
    expect(await narrowed(before, 'export const f = (): string | null => null;\n')).toEqual([
      'f: it returns string | null instead of string',
    ]);
  });

  it('looks at methods, constructors, interfaces and generic functions', async () => {
    const before = `export class Box { constructor(size: number | string) {} open(key: unknown): void {} }
export interface Door { shut(how: 'softly' | 'loudly'): void }
export function first<T>(items: readonly T[]): T | undefined { return items[0]; }
`;
    const after = `export class Box { constructor(size: number) {} open(key: string): void {} }
export interface Door { shut(how: 'softly'): void }
export function first<T extends string>(items: readonly T[]): T | undefined { return items[0]; }
`;
    const symbols = (await narrowed(before, after)).map((one) => one.split(':')[0]);
    expect(symbols.sort()).toEqual(['Box', 'Box.open', 'Door.shut', 'first']);
  });

  it('says nothing of what takes more, gives less, or is the same class, brand or enumeration', async () => {
    const before = `export class Account { #money = 1; same(other: Account): Account { return other; } }
export type Id = string & { readonly brand: unique symbol };
export enum Colour { red, blue }
export function f(a: string, id: Id, colour: Colour): string | null { return null; }
export const g = (account: Account): Account => account;
`;
    const after = before
      .replace(
        'f(a: string, id: Id, colour: Colour): string | null',
        'f(a: string | number, id: Id | null, colour: Colour): string',
      )
      .replace('return null', "return ''")
      .replace('g = (account: Account)', 'g = (account: Account | null)')
      .replace('=> account;', '=> account ?? new Account();');
    expect(await narrowed(before, after)).toEqual([]);
  });

  it('tells what is narrower by its syntax as well once, and leaves bodies alone', async () => {
    expect(
      await narrowed('export function f(a: number): void {}\n', 'export function f(a: number, b: string): void {}\n'),
    ).toHaveLength(1);
    expect(await narrowed('export function f() { return 1; }\n', 'export function f() { return 2; }\n')).toEqual([]);
  });

  it('tells a result that only a body decides', async () => {
    const before = "export function f(a: string) { return a.length; }\nexport const g = () => { return ''; };\n";
    const after = `export function f(a: string) { return a === '' ? undefined : a.length; }
export const g = () => { return Math.random() > 0.5 ? '' : 1; };\n`;
    expect(await narrowed(before, after)).toEqual([
      'f: it returns number | undefined instead of number',
      'g: it returns "" | 1 instead of string',
    ]);
  });

  it('follows a result through functions that are not exported', async () => {
    const before = 'function helper() { return 1; }\nexport class A { open() { return helper(); } }\n';
    expect(await narrowed(before, before.replace('return 1', "return 'x'"))).toEqual([
      'A.open: it returns string instead of number',
    ]);
  });

  it('says nothing of a body that gives less or as much', async () => {
    const before =
      "export const f = (a: number) => { return a > 1 ? { a } : null; };\nexport async function g() { return 'x'; }\n";
    const after =
      'export const f = (a: number) => { const b = 2; return { a, b }; };\n' +
      "export async function g() { await 1; return 'y'; }\n";
    expect(await narrowed(before, after)).toEqual([]);
  });

  it('compares with what other files say now', async () => {
    const rest = { 'b.ts': 'export interface B { readonly size: number }\n' };
    const before = "import type { B } from './b.ts';\nexport function f(b: B): void {}\n";
    const after = "import type { B } from './b.ts';\nexport function f(b: B & { colour: string }): void {}\n";
    expect(await narrowed(before, after, rest)).toHaveLength(1);
  });
});
