import { type RefObject, useEffect } from 'react';

/** More places than this are not coloured; the search still counts every message. */
const mostPlaces = 2000;
const name = 'debate-find';

/** Colours every place in the box that holds the text, without touching what is in it. */
export function useHighlight(box: RefObject<HTMLElement | null>, text: string): void {
  useEffect(() => {
    const wanted = text.trim().toLowerCase();
    if (box.current === null || wanted === '' || !('highlights' in CSS)) return;
    const places = new Highlight(...placesOf(box.current, wanted));
    CSS.highlights.set(name, places);
    return () => {
      CSS.highlights.delete(name);
    };
  });
}

function placesOf(box: HTMLElement, wanted: string): readonly Range[] {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const places: Range[] = [];
  for (let node = walker.nextNode(); node !== null && places.length < mostPlaces; node = walker.nextNode()) {
    const held = node.nodeValue?.toLowerCase() ?? '';
    for (let at = held.indexOf(wanted); at !== -1; at = held.indexOf(wanted, at + wanted.length)) {
      // Lower case may be longer than what it was made from; such a place is not coloured.
      if (at + wanted.length > (node.nodeValue?.length ?? 0)) break;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      places.push(range);
    }
  }
  return places;
}
