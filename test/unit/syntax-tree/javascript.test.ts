import { expect, it } from 'vitest';
import { parserFor } from '../../../core/contracts/inspection/parsers.ts';
import { languageOf, readSource } from '../../../core/verification/index.ts';

/** What the gate and the dimensions say of one source: the line of its error, or whether it is right or left open. */
function saidOf(path: string, source: string) {
  const parser = parserFor(path);
  const language = languageOf(path);
  if (parser === null || language === null) throw new Error(`${path} is in a language that Mizan reads`);
  const errors = parser(source, path);
  const read = readSource(language, source, path);
  return {
    gate: 'reason' in errors ? 'open' : (errors[0]?.line ?? 'right'),
    dimensions: 'reason' in read ? 'open' : (read.syntaxError?.line ?? 'right'),
  };
}

it.each([
  ['a.js', 'export const a = <p/>;\n', 'right'],
  ['a.js', 'return require("a");\n', 'right'],
  ['a.js', 'with (a) { b; }\n', 'right'],
  ['a.cjs', 'var let_ = 1; await_ = 010;\n', 'right'],
  ['a.mjs', 'export const a = 1;\nwith (b) { c = }\n', 2],
  ['a.ts', 'let a = 1;\nreturn a;\n', 2],
  ['a.cts', 'let a = 1;\nreturn a;\n', 'right'],
  ['a.cts', 'import a = require("a");\nexport = a;\n', 'right'],
  ['a.ts', 'const a = <p/>;\n', 1],
  ['a.tsx', 'const a = <p/>;\n', 'right'],
  ['a.d.ts', 'export const a: string;\nexport function f(): void;\n', 'right'],
  ['a.d.ts', 'export const a: string\nexport function f( {\n', 3],
  ['a.js', '/* @flow */\nfunction f(x: number) {}\n', 'open'],
  ['a.js', 'let a = 1;\nlet b = ;\n', 2],
] as const)('reads %s alike in the gate and in the dimensions: %j', (path, source, expected) => {
  expect(saidOf(path, source)).toEqual({ gate: expected, dimensions: expected });
});
