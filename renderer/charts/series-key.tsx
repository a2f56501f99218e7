/** The strokes that tell the lines of a chart apart without their colour. */
export const seriesDashes = ['0', '7 3', '2 3', '9 3 2 3', '14 4', '4 2'] as const;

/** The colour of a line, from 0, as a variable of the theme. */
export function seriesColour(index: number): string {
  return `var(--series-${index + 1})`;
}

/** A short piece of a line, as it is drawn in the chart. */
export function SeriesKey({ index }: { readonly index: number }) {
  return (
    <svg className="series-key" width="28" height="8" aria-hidden="true">
      <path d="M0 4h28" stroke={seriesColour(index)} strokeWidth="2" strokeDasharray={seriesDashes[index] ?? '0'} />
    </svg>
  );
}
