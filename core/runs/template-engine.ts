import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createTemplateEngine, startJinja, type TemplateEngine } from '../machine/index.ts';

let started: Promise<TemplateEngine> | null = null;

/** The template engine of this process, started from the installed package the first time it is asked for. */
export function templateEngine(): Promise<TemplateEngine> {
  started ??= (async () => {
    const wasm = createRequire(import.meta.url).resolve('minijinja-js/dist/bundler/minijinja_js_bg.wasm');
    return createTemplateEngine(await startJinja(readFileSync(wasm)));
  })();
  return started;
}
