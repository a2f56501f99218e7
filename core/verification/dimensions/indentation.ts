import type { SourceLanguage } from '../languages/model.ts';
import type { Violation } from '../result.ts';
import { violation } from './findings.ts';

export type Indentation = 'tabs' | 'spaces';

/** The lines that first have the two ways to indent, counted from 0; -1 where there is none. */
function firstIndented(text: string): Readonly<Record<Indentation, number>> {
  const lines = text.split('\n');
  return {
    tabs: lines.findIndex((line) => /^\t+\S/.test(line)),
    spaces: lines.findIndex((line) => /^ {2,}[^\s*]/.test(line)),
  };
}

/** How a source is indented throughout; null when it is not, or in both ways. */
export function indentationOf(text: string): Indentation | null {
  const { tabs, spaces } = firstIndented(text);
  if (tabs >= 0) return spaces < 0 ? 'tabs' : null;
  return spaces < 0 ? null : 'spaces';
}

/** Tabs and spaces mixed within one file; Go and code from templates decide for themselves. */
export function mixedIndentation(text: string, file: string, language: SourceLanguage): readonly Violation[] {
  const { tabs, spaces } = firstIndented(text);
  if (language.id === 'go' || tabs < 0 || spaces < 0) return [];
  return [
    indentationViolation(
      file,
      Math.max(tabs, spaces),
      'The file is indented with tabs in some lines and with spaces in others',
      `Use ${tabs < spaces ? 'tabs' : 'spaces'} throughout, as the file begins`,
    ),
  ];
}

/** A file that is indented throughout in a way that the others of its project (`usual`) are not. */
export function strangeIndentation(text: string, file: string, usual: Indentation | null): readonly Violation[] {
  const own = indentationOf(text);
  if (own === null || usual === null || own === usual) return [];
  const message = `The file is indented with ${own} where the others of the project use ${usual}`;
  return [indentationViolation(file, firstIndented(text)[own], message, `Use ${usual}`)];
}

function indentationViolation(file: string, line: number, message: string, suggestion: string): Violation {
  return violation({
    dimension: 'style',
    type: 'mixed-indentation',
    rule: 'style/indentation',
    symbol: 'indentation',
    file,
    line: line + 1,
    message,
    suggestion,
  });
}
