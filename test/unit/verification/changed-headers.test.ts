import { describe, expect, it } from 'vitest';
import { headersDiffer } from '../../../core/verification/type-signatures/changed-headers.ts';

const before = 'export function f(a: Colour): Shade { return a; }\nlet state: string | number = "";\n';
const differs = (after: string) => headersDiffer('a.ts', before, after);

describe('what others see of a source', () => {
  it('stays when bodies, comments and layout change', () => {
    expect(differs(`/** Words. */\n${before.replace('return a;', 'return   b;')}`)).toBe(false);
  });

  it('stays when something with a new name is added', () => {
    expect(differs(`import { other, type More } from './b.ts';\n${before}`)).toBe(false);
    expect(differs(`${before}export const added = (text: string): number => text.length;\nconst limit = 10;\n`)).toBe(
      false,
    );
    expect(differs(`${before}export function added() {}\ninterface Added {}\nexport type Other = Added;\n`)).toBe(
      false,
    );
  });

  it('stays when only a comment or a string has the name', () => {
    const said = `${before}// added\nexport const words = 'added';\n`;
    expect(headersDiffer('a.ts', said, `${said}export const added = 1;\n`)).toBe(false);
  });

  it('may change with a name that a body uses', () => {
    const used = `${before}export function g() { return helper(); }\n`;
    expect(headersDiffer('a.ts', used, `${used}function helper(): string { return ''; }\n`)).toBe(true);
  });

  it('may change with a header, a missing statement or another order', () => {
    expect(differs(before.replace('Colour', 'string'))).toBe(true);
    expect(differs(before.replace(/let.*\n/, ''))).toBe(true);
    expect(differs(before.split('\n').reverse().join('\n'))).toBe(true);
  });

  it.each([
    ['an overload', 'export function f(a: string): void;\n'],
    ['a type that stood for a global one', 'type Colour = string;\n'],
    ['an import that stands for a global one', "import type { Shade } from './b.ts';\n"],
    ['an assignment', 'state = 5;\n'],
    ['a value that assigns', 'const y = (state = 5);\n'],
    ['a member of a function', 'f.limit = 10;\n'],
    ['a namespace', 'namespace other { export const x = 1; }\n'],
    ['a wider global', 'declare global { interface Array<T> { x: T } }\n'],
    ['another default', 'export default function () {}\n'],
  ])('may change with %s', (_name, added) => {
    expect(differs(before + added)).toBe(true);
  });
});
