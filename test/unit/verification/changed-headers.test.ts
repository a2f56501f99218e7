import { describe, expect, it } from 'vitest';
import { headersDiffer } from '../../../core/verification/type-signatures/changed-headers.ts';

const before = 'export function f(a: Colour): Shade { return a; }\nlet state: string | number = "";\n';
const differs = (after: string) => headersDiffer('a.ts', before, after);

describe('what others see of a source', () => {
  it('stays when bodies, comments and layout change', () => {
    expect(differs(`/** Words. */\n${before.replace('return a;', 'return   b;')}`)).toBe(false);
  });

  it('may change with a body that decides a result', () => {
    const inferred = (body: string) => `export function f(a: number) { ${body} }\n`;
    const changed = (one: string, other: string) => headersDiffer('a.tsx', inferred(one), inferred(other));
    expect(changed('return a;', 'return String(a);')).toBe(true);
    expect(changed('const b = a; return b;', "const b = ''; return b;")).toBe(true);
    expect(changed('if (a) { return 1; } return 2;', 'if (a) { return; } return 2;')).toBe(true);
    expect(changed('g(a);', 'if (a) return 1;')).toBe(true);
    const method = (body: string) => `export class A { open(a: number) { ${body} } }\n`;
    expect(headersDiffer('a.ts', method('return a;'), method("return '';"))).toBe(true);
    const constant = (body: string) => `const helper = () => { ${body} };\nexport const f = () => helper();\n`;
    expect(headersDiffer('a.ts', constant('return 1;'), constant("return '';"))).toBe(true);
    expect(headersDiffer('a.ts', constant('throw e;'), constant('log(e);'))).toBe(true);
    const generator = (body: string) => `export function* f() { ${body} }\n`;
    expect(headersDiffer('a.ts', generator('yield 1;'), generator("yield '';"))).toBe(true);
  });

  it('stays when a body without a declared result gives what it gave by its form', () => {
    const inferred = (body: string) => `export function F(a: number) { ${body} }\n`;
    const changed = (one: string, other: string) => headersDiffer('a.tsx', inferred(one), inferred(other));
    expect(changed('g(a);', 'if (a) { throw new Error(String(a)); } h((b) => { return b; });')).toBe(false);
    expect(changed('return <p>{a}</p>;', 'const b = a; return (<div title={b} />);')).toBe(false);
    expect(changed('if (a) return null; return <p />;', 'return a ? <div /> : null;')).toBe(false);
    expect(changed('return <p />;', 'return a ? <p /> : null;')).toBe(true);
    const run = (body: string) => `it('runs', () => { ${body} });\n`;
    expect(headersDiffer('a.ts', run('return 1;'), run("return '';"))).toBe(false);
    const made = (body: string) => `export class A { constructor() { ${body} } set x(a: number) { ${body} } }\n`;
    expect(headersDiffer('a.ts', made('return;'), made('this.y = 1;'))).toBe(false);
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
