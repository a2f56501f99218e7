import type { Json } from '../../canonical/index.ts';

/**
 * Text by others as a block of JSON lines. `<` is written as an escape, so nothing inside can end the block or begin
 * another, whatever it says; for a reader of JSON it is the same text.
 */
export function dataBlock(name: string, lines: readonly Json[]): string {
  return `<data name="${name}">\n${lines.map(dataLine).join('\n')}\n</data>`;
}

/** One record of a block. */
export function dataLine(line: Json): string {
  return JSON.stringify(line).toWellFormed().replaceAll('<', '\\u003c');
}
