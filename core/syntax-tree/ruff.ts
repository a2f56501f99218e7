import { createRequire } from 'node:module';
import type { Workspace } from '@astral-sh/ruff-wasm-nodejs';
import { z } from 'zod';

const diagnostics = z.array(
  z.object({
    code: z.string().nullish(),
    message: z.string(),
    start_location: z.object({ row: z.number(), column: z.number() }),
  }),
);

/** What ruff says of a place in a source; lines and columns are 1-based, columns count UTF-16 units. */
export interface PythonDiagnostic {
  /** `F821` and its like; null: the source does not parse there. */
  readonly code: string | null;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

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
 * What ruff says of a Python source: pyflakes' undefined names (F821), also those of `__all__` (F822) and of star
 * imports (F405), and the syntax errors. A source nested beyond its stack ends it with a RangeError.
 */
export function pythonDiagnostics(text: string): readonly PythonDiagnostic[] {
  workspace ??= load();
  return diagnostics
    .parse(workspace.check(text.replace(/^\uFEFF/, '')))
    .map(({ code, message, start_location: { row: line, column } }) => {
      const isSyntax = code === null || code === undefined || code === 'invalid-syntax';
      return { code: isSyntax ? null : code, line, column, message };
    });
}

/** Only what keeps a Python source from being compiled at all. */
export function pythonSyntaxErrors(text: string): readonly Omit<PythonDiagnostic, 'code'>[] {
  return pythonDiagnostics(text)
    .filter(({ code }) => code === null)
    .map(({ line, column, message }) => ({ line, column, message }));
}
