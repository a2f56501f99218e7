/** `#fff` as `#ffffff`: minified style sheets shorten colours, Monaco takes only the long form. Pure. */
export function longHex(color: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  return short === null
    ? color
    : `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`;
}
