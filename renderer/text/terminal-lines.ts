/** Output of programs as lines of plain text. Pure. */

// Escape sequences that colour or move the cursor; without them the text reads as it was meant.
const start = String.fromCharCode(27);
const bell = String.fromCharCode(7);
const escapes = new RegExp(`${start}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^${bell}]*${bell}|[@-Z\\\\-_])`, 'g');

/** Splits output into lines. A carriage return overwrites the line, as on a terminal. */
export function terminalLines(output: string): readonly string[] {
  const lines = output.replaceAll('\r\n', '\n').replace(escapes, '').split('\n');
  if (lines.length > 1 && lines[lines.length - 1] === '') lines.pop();
  return lines.map((line) => {
    const overwritten = line.lastIndexOf('\r');
    return overwritten === -1 ? line : line.slice(overwritten + 1);
  });
}

/** The first line that tells of a failure, or -1. */
export function firstFailure(lines: readonly string[]): number {
  return lines.findIndex((line) => /\b(?:fail(?:ed|s|ure|ures)?|error|traceback|not ok)\b/i.test(line));
}

/** The lines that contain a text, ignoring case. An empty text is in no line. */
export function matchingLines(lines: readonly string[], text: string): readonly number[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  return lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [index] : []));
}

/** A line cut at the matches of a text, so that the matches can be marked. */
export function cutAtMatches(
  line: string,
  text: string,
): readonly { readonly text: string; readonly match: boolean }[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [{ text: line, match: false }];
  const pieces: { text: string; match: boolean }[] = [];
  const lower = line.toLowerCase();
  // Lower case can change the length of exotic letters; then the line is shown unmarked.
  if (lower.length !== line.length) return [{ text: line, match: false }];
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: line.slice(from, at), match: false });
    pieces.push({ text: line.slice(at, at + wanted.length), match: true });
    from = at + wanted.length;
  }
  if (from < line.length || pieces.length === 0) pieces.push({ text: line.slice(from), match: false });
  return pieces;
}
