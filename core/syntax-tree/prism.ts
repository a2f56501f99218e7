import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parsePrism } from '@ruby/prism/src/parsePrism.js';
import type { TreeError } from './parse.ts';

type Exports = Readonly<Record<string, unknown>>;

/** As far as it is used here: the types of Node have none. */
declare const WebAssembly: {
  readonly Module: {
    new (bytes: Uint8Array): object;
    imports(module: object): readonly { readonly name: string }[];
  };
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, () => number>>>>,
  ) => { readonly exports: Exports };
  readonly RuntimeError: new () => Error;
};

/** What the functions of a system answer that Prism is not given: it reads a text and needs none. */
const notSupported = 52;

let module: object | null = null;
let started: Exports | null = null;

/** Loaded at the first use. Prism's own loader takes Node's WASI, which warns of itself on every start. */
function start(): Exports {
  const path = createRequire(import.meta.url).resolve('@ruby/prism/src/prism.wasm');
  module ??= new WebAssembly.Module(readFileSync(path));
  const names = WebAssembly.Module.imports(module).map(({ name }) => name);
  const system = Object.fromEntries(names.map((name) => [name, () => notSupported]));
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system });
  call(exports, '_initialize');
  return exports;
}

/**
 * What keeps Ruby from reading a source, by its own parser; empty: nothing, in Ruby 3.3 or as it is now. Null: the source is
 * nested beyond the parser's stack, so nobody can say.
 */
export function rubySyntaxErrors(source: string): readonly TreeError[] | null {
  started ??= start();
  try {
    if (isRight(started, source)) return [];
    const { errors } = parsePrism(started, source);
    if (parsePrism(started, source, { version: '3.3.0' }).errors.length === 0) return [];
    const bytes = new TextEncoder().encode(source);
    return errors.map(({ message, location }) => ({ ...placeOf(bytes, location.startOffset), message }));
  } catch (error) {
    // Its own stack ran out, or that of this process. It is not used again: nothing was put back in order.
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    started = null;
    return null;
  }
}

/** The quick answer, without a syntax tree. */
function isRight(exports: Exports, source: string): boolean {
  const bytes = new TextEncoder().encode(source);
  const at = call(exports, 'calloc', 1, bytes.length + 1);
  new Uint8Array(memoryOf(exports), at, bytes.length).set(bytes);
  const success = call(exports, 'pm_parse_success_p', at, bytes.length, 0);
  call(exports, 'free', at);
  return success !== 0;
}

/** Taken anew each time: it is another one when it has grown. */
function memoryOf({ memory }: Exports): ArrayBuffer {
  const buffer = typeof memory === 'object' && memory !== null && 'buffer' in memory ? memory.buffer : null;
  if (!(buffer instanceof ArrayBuffer)) throw new Error('bug: Prism has no memory');
  return buffer;
}

function call(exports: Exports, name: string, ...values: readonly number[]): number {
  const found = exports[name];
  if (typeof found !== 'function') throw new Error(`bug: Prism has no ${name}`);
  return Number(found(...values));
}

/** 1-based line and column of an offset in bytes. */
function placeOf(bytes: Uint8Array, offset: number): { readonly line: number; readonly column: number } {
  const before = new TextDecoder().decode(bytes.subarray(0, offset));
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
