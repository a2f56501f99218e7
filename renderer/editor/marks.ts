/** Failing places as Monaco decorations: a glyph, a tinted line, the overview ruler, the words behind the line. */
import type { FileChange } from '../../core/api/index.ts';
import { monaco } from './monaco.ts';

type Mark = FileChange['marks'][number];

const shownCharacters = 160;

/** Agent text and test output must not be read as Markdown: it stands in a fence longer than any inside it. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** The words of a mark: which check and rule, what, and what to do. */
function wordsOf({ gate, rule, message, suggestion }: Mark): string {
  const advice = suggestion === null ? '' : `\n${suggestion}.`;
  return `${rule ?? gate}: ${message}${advice}`;
}

/** The decorations of one side of the change. Agent text is fenced, so that none of it is read as Markdown. */
export function decorationsFor(marks: readonly Mark[], side: Mark['side'], model: monaco.editor.ITextModel) {
  const style = getComputedStyle(document.documentElement);
  return marks
    .filter((mark) => mark.side === side)
    .map((mark) => {
      const isError = mark.severity === 'error';
      const color = style.getPropertyValue(isError ? '--failed' : '--inconclusive').trim();
      const weight = isError ? 'error' : 'warning';
      const message = { value: fenced(wordsOf(mark)) };
      const line = mark.message.split('\n')[0] ?? '';
      return {
        range: new monaco.Range(mark.line, 1, mark.line, model.getLineMaxColumn(mark.line)),
        options: {
          isWholeLine: true,
          className: `mark-line mark-line-${weight}`,
          glyphMarginClassName: `mark-glyph mark-glyph-${weight}`,
          glyphMarginHoverMessage: message,
          hoverMessage: message,
          overviewRuler: { color, position: monaco.editor.OverviewRulerLane.Full },
          showIfCollapsed: true,
          // Errors stand over warnings on the same line.
          zIndex: isError ? 2 : 1,
          after: {
            content: `   ${mark.rule ?? mark.gate}: ${line.slice(0, shownCharacters)}`,
            inlineClassName: `mark-words mark-words-${weight}`,
          },
        },
      };
    });
}

/** Gaps between the hunks of a patch, hatched so that nobody reads over them. */
export function gapDecorations(realLines: readonly number[], model: monaco.editor.ITextModel) {
  return realLines.flatMap((real, index) =>
    real === 0
      ? [
          {
            range: new monaco.Range(index + 1, 1, index + 1, model.getLineMaxColumn(index + 1)),
            options: { isWholeLine: true, className: 'gap-line', inlineClassName: 'gap-words' },
          },
        ]
      : [],
  );
}
