/** The walk through the failing places of a change, file after file and round again. Pure. */
export interface MarkPlace {
  readonly file: number;
  /** Index of the mark in the file; -1 while none is chosen. */
  readonly mark: number;
}

/** The next place in the direction of `step`, or null when nothing is marked. */
export function steppedMark(
  files: readonly { readonly marks: readonly unknown[] }[],
  from: MarkPlace,
  step: 1 | -1,
): MarkPlace | null {
  const places = files.flatMap((file, index) => file.marks.map((_, mark): MarkPlace => ({ file: index, mark })));
  if (places.length === 0) return null;
  const ahead =
    step === 1 ? places.find((place) => isAfter(place, from)) : places.findLast((place) => isAfter(from, place));
  return ahead ?? (step === 1 ? places[0] : places[places.length - 1]) ?? null;
}

function isAfter(a: MarkPlace, b: MarkPlace): boolean {
  return a.file > b.file || (a.file === b.file && a.mark > b.mark);
}
