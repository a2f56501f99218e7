/**
 * A hunk can begin or end inside a docstring or a block comment, and everything after it would then be coloured as
 * text. The gap before a hunk is ours to fill: a delimiter that nobody sees puts the colours right. Pure.
 */

interface Delimiters {
  readonly open: string;
  readonly close: string;
}

const tripleQuote: Delimiters = { open: '"""', close: '"""' };
const blockComment: Delimiters = { open: '/*', close: '*/' };

const delimitersOf: Readonly<Record<string, Delimiters>> = {
  python: tripleQuote,
  c: blockComment,
  cpp: blockComment,
  csharp: blockComment,
  css: blockComment,
  go: blockComment,
  java: blockComment,
  javascript: blockComment,
  rust: blockComment,
  typescript: blockComment,
};

/** What each gap must hold, in order of the gaps; empty where nothing is needed. */
export function gapTexts(lines: readonly string[], realLines: readonly number[], language: string): readonly string[] {
  const delimiters = delimitersOf[language];
  const texts: string[] = [];
  let openBefore = false;
  for (const [index, real] of realLines.entries()) {
    if (real !== 0) continue;
    const end = realLines.indexOf(0, index + 1);
    const hunk = lines.slice(index + 1, end === -1 ? undefined : end);
    if (delimiters === undefined) {
      texts.push('');
      continue;
    }
    const inside = startsInside(hunk, delimiters);
    texts.push(`${openBefore ? delimiters.close : ''}${inside ? delimiters.open : ''}`);
    openBefore = endsInside(hunk, delimiters, inside);
  }
  return texts;
}

/** The lines with the gaps filled. */
export function fillGaps(lines: readonly string[], realLines: readonly number[], texts: readonly string[]): string {
  let gap = 0;
  return lines
    .map((line, index) => {
      if (realLines[index] !== 0) return line;
      gap += 1;
      return texts[gap - 1] ?? line;
    })
    .join('\n');
}

function startsInside(hunk: readonly string[], { open, close }: Delimiters): boolean {
  const text = hunk.join('\n');
  if (open !== close) {
    const closes = text.indexOf(close);
    const opens = text.indexOf(open);
    return closes !== -1 && (opens === -1 || closes < opens);
  }
  if (occurrences(text, open) % 2 === 0) return false;
  // An odd number: either the text before the first delimiter is prose, or the text after the last is.
  const before = text.slice(0, text.indexOf(open));
  const after = text.slice(text.lastIndexOf(open) + open.length);
  return codeShare(after) > codeShare(before);
}

function endsInside(hunk: readonly string[], { open, close }: Delimiters, inside: boolean): boolean {
  const text = hunk.join('\n');
  if (open === close) return (occurrences(text, open) + (inside ? 1 : 0)) % 2 === 1;
  return text.lastIndexOf(open) > text.lastIndexOf(close);
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Share of the lines that look like code rather than prose. */
function codeShare(text: string): number {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return 0;
  return (
    lines.filter((line) => /[=({[\])}]|:$|^\s*(?:def|class|return|import|from|if|for|@)\b/.test(line)).length /
    lines.length
  );
}
