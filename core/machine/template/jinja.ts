import * as glue from 'minijinja-js/dist/bundler/minijinja_js_bg.js';
import type { Json } from '../../canonical/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type UsedName, usedNames } from './used-names.ts';
import { boundMemory, type WebAssemblyInstance, type WebAssemblyModule, webAssembly } from './web-assembly.ts';

/** 64 MiB: a template that needs more is refused, not served. */
const maxPages = 1024;
/** Instructions of one rendering. */
const fuel = 1_000_000;
/** Values that may pass between the engine and JavaScript in one rendering. */
const maxCalls = 5_000_000;
/** Jinja functions that would show the engine's insides. */
const hiddenGlobals = ['debug'];

export type Variables = { readonly [name: string]: Json };

/** Jinja itself, without Mizan's typing rules. */
export interface Jinja {
  /**
   * Whether the template compiles and asks only for filters, tests and functions that there are. Errors:
   * `template-syntax`, and `template-failed` for a name that there is not, with `line:column` as place.
   */
  check(source: string): Result<void>;
  text(source: string, variables: Variables): Result<string>;
  /** The value of one expression; undefined is null. */
  value(expression: string, variables: Variables): Result<Json>;
}

interface Running {
  readonly instance: WebAssemblyInstance;
  readonly environment: glue.Environment;
}

/** The glue is one per process, and so is what it drives. */
let running: Running | null = null;

let calls = 0;

/** What the engine calls in JavaScript, counted: `{{ [1] * 1000000000 }}` would otherwise build a list for minutes. */
const countedImports = Object.fromEntries(
  Object.entries(glue)
    .filter(([name]) => name.startsWith('__wb'))
    .map(([name, imported]) => {
      const original = imported as (...values: readonly unknown[]) => unknown;
      const counted = (...values: readonly unknown[]): unknown => {
        calls += 1;
        if (calls > maxCalls) throw new Error('Too many values');
        return original(...values);
      };
      return [name, counted];
    }),
);

function start(module: WebAssemblyModule): Running {
  stop();
  const instance = new webAssembly.Instance(module, { './minijinja_js_bg.js': countedImports });
  glue.__wbg_set_wasm(instance.exports);
  const environment = new glue.Environment();
  environment.fuel = fuel;
  environment.debug = true;
  environment.undefinedBehavior = 'chainable';
  for (const name of hiddenGlobals) environment.removeGlobal(name);
  running = { instance, environment };
  return running;
}

/** Lets go of an instance that trapped: its memory cannot be trusted any more. */
function stop(): void {
  if (running === null) return;
  const { instance, environment } = running;
  running = null;
  attempt(() => environment.free());
  instance.exports.memory.grow(0);
}

function attempt<T>(work: () => T): { readonly value: T } | { readonly thrown: unknown } {
  try {
    return { value: work() };
  } catch (thrown) {
    return { thrown };
  }
}

/**
 * Starts Jinja from the bytes of `minijinja-js/dist/bundler/minijinja_js_bg.wasm`. A template can use neither more than
 * 64 MiB nor more than a million instructions; after it tried, the engine starts afresh.
 */
export async function startJinja(wasm: Uint8Array): Promise<Jinja> {
  const module = await webAssembly.compile(boundMemory(wasm, maxPages));
  running ??= start(module);

  const run = <T>(code: string, work: (environment: glue.Environment) => T): Result<T> => {
    const { environment } = running ?? start(module);
    calls = 0;
    const outcome = attempt(() => work(environment));
    if ('value' in outcome) return ok(outcome.value);
    const message = outcome.thrown instanceof Error ? outcome.thrown.message : String(outcome.thrown);
    const known = explain(message);
    if (known !== null) return fail(code, known.message, known.place);
    start(module);
    return fail('template-limit', 'The template needs more memory or work than a template may use');
  };

  // The engine looks names up when a rendering gets there, and says first of all when there is none.
  const isKnown = ({ kind, name }: UsedName): boolean => {
    const asking = { filter: `none|${name}`, test: `none is ${name}`, function: `${name}()` }[kind];
    const asked = run('template-syntax', (environment) => environment.evalExpr(asking, {}));
    return asked.ok || !asked.problem.message.startsWith(`Unknown ${kind}`);
  };

  return {
    check: (source) => {
      const compiled = run('template-syntax', (environment) => {
        environment.addTemplate('checked', source);
        environment.removeTemplate('checked');
      });
      if (!compiled.ok) return compiled;
      const unknown = usedNames(source).find((used) => !isKnown(used));
      if (unknown === undefined) return compiled;
      return fail('template-failed', `There is no ${unknown.kind} ${unknown.name}`, unknown.place);
    },
    text: (source, variables) => run('template-failed', (environment) => environment.renderStr(source, variables)),
    value: (expression, variables) => {
      const value = run('template-failed', (environment) => environment.evalExpr(expression, variables));
      return value.ok ? jsonOf(value.value) : value;
    },
  };
}

/** The engine's own errors name the template they are in; anything else came from running out of something. */
function explain(message: string): { message: string; place: string } | null {
  const [headline = '', ...frame] = message.split('\n');
  const parts = /^(.*) \(in (?:<expression>|<string>|checked):(\d+)\)$/.exec(headline);
  if (parts === null) return /can't be represented as a JavaScript number/.test(headline) ? tooBig : null;
  const said = (parts[1] ?? '').replace(/^Error: /, '');
  const caret = frame.find((line) => /^ +i +\^/.test(line));
  const column = caret === undefined ? 1 : Math.max(1, caret.indexOf('^') - frameMargin);
  return { message: `${said[0]?.toUpperCase() ?? ''}${said.slice(1)}`, place: `${parts[2]}:${column}` };
}

const tooBig = { message: 'A whole number beyond 2^53 cannot be a value', place: '1:1' };
/** Characters before the source text in the engine's error frames: `   1 > `. */
const frameMargin = 6;

function jsonOf(value: unknown): Result<Json> {
  if (value === undefined || value === null) return ok(null);
  if (typeof value === 'boolean' || typeof value === 'string') return ok(value);
  if (typeof value === 'number') {
    return Number.isFinite(value) ? ok(value) : fail('template-value', `${value} is not a value`);
  }
  if (Array.isArray(value)) return collect(value.map(jsonOf));
  if (value instanceof Map) {
    const keys = [...value.keys()].map(String);
    const entries = collect([...value.values()].map(jsonOf));
    return entries.ok ? ok(Object.fromEntries(keys.map((key, index) => [key, entries.value[index] ?? null]))) : entries;
  }
  return fail('template-value', `A template cannot give a ${typeof value}`);
}

function collect(results: readonly Result<Json>[]): Result<Json[]> {
  const values: Json[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}
