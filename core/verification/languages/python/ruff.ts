import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
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

/** What ruff says of a source: pyflakes' undefined names and the syntax errors. */
export function ruffDiagnostics(text: string): readonly RuffDiagnostic[] {
  workspace ??= new Workspace(
    { 'target-version': 'py314', preview: false, lint: { select: ['F821', 'F822'] } },
    PositionEncoding.Utf16,
  );
  return diagnostics.parse(workspace.check(text.replace(/^\uFEFF/, '')));
}

/** Only the syntax errors. */
export function syntaxErrorsOf(text: string): readonly { readonly line: number; readonly message: string }[] {
  return ruffDiagnostics(text)
    .filter(({ code }) => code === null || code === undefined || code === 'invalid-syntax')
    .map(({ message, start_location }) => ({ line: start_location.row, message }));
}
