/** The part of minijinja-js's glue that is used here. The glue has no types of its own. */
declare module 'minijinja-js/dist/bundler/minijinja_js_bg.js' {
  export function __wbg_set_wasm(exports: unknown): void;
  export class Environment {
    free(): void;
    addTemplate(name: string, source: string): void;
    removeTemplate(name: string): void;
    renderStr(source: string, context: unknown): string;
    evalExpr(expression: string, context: unknown): unknown;
    removeGlobal(name: string): void;
    debug: boolean;
    undefinedBehavior: 'strict' | 'chainable' | 'lenient';
    fuel: number | null | undefined;
  }
}
