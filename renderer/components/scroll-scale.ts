/**
 * Browsers stop laying out at about 33.5 million pixels, and zoom lowers that. A list that is longer than `limit` gets
 * a shorter track: dragging the scrollbar moves in proportion, the wheel moves by real pixels. Pure.
 */
export interface ScrollScale {
  /** Height of the track in the document. */
  readonly track: number;
  /** Height of all rows. */
  readonly content: number;
  readonly viewport: number;
}

const limit = 8_000_000;

/** The scale of a list whose rows are `content` pixels high, seen through `viewport` pixels. */
export function scrollScale(content: number, viewport: number): ScrollScale {
  return { track: Math.min(content, limit), content, viewport };
}

/** Whether the track is shorter than the content, so that the scrollbar moves in proportion. */
export function isScaled(scale: ScrollScale): boolean {
  return scale.content > scale.track;
}

/** Offset in the content for a position of the scrollbar. */
export function contentOffset(scale: ScrollScale, scrollTop: number): number {
  return scrollTop * ratio(scale);
}

/** Position of the scrollbar for an offset in the content. */
export function scrollPosition(scale: ScrollScale, offset: number): number {
  return offset / ratio(scale);
}

/** The nearest offset that still fills the viewport, never below 0; pixels of the content. */
export function clampOffset(scale: ScrollScale, offset: number): number {
  return Math.min(Math.max(0, offset), Math.max(0, scale.content - scale.viewport));
}

/**
 * The offset that brings a row into sight: none when it is already there, else the nearest, or the one with the row in
 * the middle.
 */
export function revealedOffset(
  scale: ScrollScale,
  row: { readonly start: number; readonly size: number },
  offset: number,
  align: 'nearest' | 'center',
): number {
  const { viewport } = scale;
  if (align === 'center') return clampOffset(scale, row.start - (viewport - row.size) / 2);
  if (row.start < offset) return clampOffset(scale, row.start);
  if (row.start + row.size > offset + viewport) return clampOffset(scale, row.start + row.size - viewport);
  return offset;
}

function ratio(scale: ScrollScale): number {
  const room = scale.track - scale.viewport;
  return room <= 0 ? 1 : (scale.content - scale.viewport) / room;
}
