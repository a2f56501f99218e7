/** A message of a compiler at a place: `file:line[:column]: text`. */
export interface PlacedMessage {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** The lines below it. */
  readonly more: readonly string[];
}

/** The messages that a compiler printed, in its order. Typographic quotes become plain ones. */
export function placedMessages(output: string): readonly PlacedMessage[] {
  const found: { file: string; line: number; text: string; more: string[] }[] = [];
  for (const raw of output.split('\n')) {
    const text = raw.replaceAll(/[\u2018\u2019]/g, "'").trimEnd();
    const placed = /^(?:vet: )?(?:\.\/)?([^\s:][^:]*):(\d+):(?:(?:\d+):)? (.*)$/.exec(text);
    if (placed !== null) {
      found.push({ file: placed[1] ?? '', line: Number(placed[2]), text: placed[3] ?? '', more: [] });
    } else found.at(-1)?.more.push(text.trim());
  }
  return found;
}
