/** One change of a source: what was planted, where, and how it is called in the table. */
export interface Plant {
  readonly kind: string;
  readonly path: string;
  /** 1-based line in the changed text. */
  readonly line: number;
  /** What a finding has to name. */
  readonly symbol: string;
  readonly text: string;
  /** The line as it stands after planting, for the list of what was missed. */
  readonly shown: string;
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** An edit as a plant: the changed text and the line of it that must be reported. */
export function planted(kind: string, path: string, text: string, edit: Edit, symbol: string): Plant {
  const changed = text.slice(0, edit.start) + edit.replacement + text.slice(edit.end);
  const line = changed.slice(0, edit.start).split('\n').length;
  return { kind, path, line, symbol, text: changed, shown: (changed.split('\n')[line - 1] ?? '').trim().slice(0, 110) };
}
