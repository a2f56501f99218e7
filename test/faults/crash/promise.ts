/** What the event at this place must say, whatever happened to the process that wrote it. */
export function promisedText(seq: number): string {
  return `promise ${seq} `.repeat(1 + (seq % 7));
}
