import type { z } from 'zod';
import type { Problem } from '../../problem/index.ts';
import { checkWholeDocument } from './check.ts';
import type { ConfigDocument } from './document.ts';
import type { ConfigText } from './gather.ts';

/** Data of some shape that a person wrote, or everything that keeps it from being read. */
export type ReadData<T> =
  | { readonly ok: true; readonly value: T; readonly document: ConfigDocument }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads YAML or JSON of a given shape, also for other rooms. Every problem has `file:line:column`: `config-too-large`,
 * `config-syntax`, `config-invalid`.
 */
export async function readData<T>(
  { name, text }: ConfigText,
  schema: z.ZodType<T>,
  maxCharacters: number,
): Promise<ReadData<T>> {
  const { readWholeDocument } = await import('./yaml-document.ts');
  const { document, problems } = readWholeDocument(name, text, maxCharacters);
  if (document === null) return { ok: false, problems };
  const checked = checkWholeDocument(document, schema);
  return checked.ok ? { ok: true, value: checked.value, document } : checked;
}
