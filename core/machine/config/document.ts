export type Path = readonly PropertyKey[];

/** Configuration as data that still knows where each piece was written. */
export interface ConfigDocument {
  readonly name: string;
  readonly value: unknown;
  /** `file:line:column` of a value, or of a key; for data that was never text the path instead of line and column. */
  place(path: Path, at?: 'value' | 'key'): string;
  /** The place of `line:column` inside the text value at `path`. */
  placeInside(path: Path, inside: string): string;
}

/** Configuration that came as data: places are paths like `machine#data.states.start`. */
export function dataDocument(name: string, value: unknown): ConfigDocument {
  const place = (path: Path): string => (path.length === 0 ? name : `${name}#${path.map(String).join('.')}`);
  return { name, value, place, placeInside: (path, inside) => `${place(path)}:${inside}` };
}

/** The part of a document below `path`, with the same places. */
export function partOf(document: ConfigDocument, path: Path, value: unknown): ConfigDocument {
  return {
    name: document.name,
    value,
    place: (inner, at) => document.place([...path, ...inner], at),
    placeInside: (inner, inside) => document.placeInside([...path, ...inner], inside),
  };
}
