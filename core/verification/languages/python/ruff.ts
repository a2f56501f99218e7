import { createRequire } from 'node:module';
import type { Workspace } from '@astral-sh/ruff-wasm-nodejs';
import { z } from 'zod';

const diagnostics = z.array(
  z.object({
    code: z.string().nullish(),
    message: z.string(),
    start_location: z.object({ row: z.number(), column: z.number() }),
    end_location: z.object({ row: z.number(), column: z.number() }),
  }),
);
export type RuffDiagnostic = z.output<typeof diagnostics>[number];

let workspace: Workspace | null = null;

/** Loaded at the first use: it is a megabyte of WebAssembly that other languages do not need. */
function load(): Workspace {
  const ruff: typeof import('@astral-sh/ruff-wasm-nodejs') = createRequire(import.meta.url)(
    '@astral-sh/ruff-wasm-nodejs',
  );
  return new ruff.Workspace(
    { 'target-version': 'py314', preview: false, lint: { select: ['F821', 'F822', 'F405'] } },
    ruff.PositionEncoding.Utf16,
  );
}

/**
 * What ruff says of a source: pyflakes' undefined names, also those of star imports and `__all__`, and the syntax
 * errors.
 */
export function ruffDiagnostics(text: string): readonly RuffDiagnostic[] {
  workspace ??= load();
  return diagnostics.parse(workspace.check(text.replace(/^\uFEFF/, '')));
}

/** Only the syntax errors. */
export function syntaxErrorsOf(text: string): readonly { readonly line: number; readonly message: string }[] {
  return ruffDiagnostics(text)
    .filter(({ code }) => code === null || code === undefined || code === 'invalid-syntax')
    .map(({ message, start_location }) => ({ line: start_location.row, message }));
}
