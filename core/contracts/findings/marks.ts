import type { FileChange } from '../../api/index.ts';
import type { GateRecord } from '../gate-record.ts';
import { type DiffFile, type TwoTexts, twoTexts } from '../unified-diff.ts';
import type { Finding } from './finding.ts';

type Mark = FileChange['marks'][number];
type Place = Pick<Mark, 'side' | 'line'>;

/** Everything that can mark a line. */
export interface MarkSources {
  readonly gates: readonly GateRecord[];
  readonly findings: readonly Finding[];
}

/**
 * The marks of one changed file, from top to bottom. Places come from the failed gates and from the findings of the
 * dimensions. A failed gate that names no place marks the first changed line of every hunk; a finding about the whole
 * file marks its first changed line, and one outside the hunks the nearest line that is shown.
 */
export function marksFor(file: DiffFile, { gates, findings }: MarkSources): readonly Mark[] {
  const texts = twoTexts(file);
  const marks = [
    ...gates.filter(({ outcome }) => outcome === 'failed').flatMap((gate) => gateMarks(file, texts, gate, findings)),
    ...findings.filter((finding) => finding.file === file.path).flatMap((finding) => findingMark(texts, finding)),
  ];
  return marks.sort((a, b) => a.line - b.line);
}

function gateMarks(
  file: DiffFile,
  { modifiedLines, firstChanges }: TwoTexts,
  gate: GateRecord,
  findings: readonly Finding[],
): readonly Mark[] {
  const mark = (place: Place, message: string): Mark => ({
    ...place,
    message,
    gate: gate.gate,
    severity: 'error',
    findingId: null,
    rule: null,
    suggestion: null,
  });
  if (gate.marks.length === 0) {
    const isToldByFindings = findings.some(({ dimension }) => dimension === gate.gate);
    return isToldByFindings ? [] : firstChanges.map((place) => mark(place, gate.reason));
  }
  return gate.marks
    .filter((one) => one.file === file.path)
    .map((one) => ({ line: modifiedLines.indexOf(one.line) + 1, message: one.message }))
    .filter(({ line }) => line > 0)
    .map(({ line, message }) => mark({ side: 'modified', line }, message));
}

function findingMark(texts: TwoTexts, { id, dimension, severity, rule, line, message, suggestion }: Finding) {
  const place = placeOf(texts, line);
  if (place === null) return [];
  const isShown = line === null || texts.modifiedLines[place.line - 1] === line;
  const where = isShown ? '' : `line ${line}, which is not shown: `;
  const mark: Mark = {
    ...place,
    message: `${where}${message}`,
    gate: dimension,
    severity,
    findingId: id,
    rule,
    suggestion,
  };
  return [mark];
}

/** Where in the two texts a finding is shown; null when nothing of the file is. */
function placeOf({ modifiedLines, firstChanges }: TwoTexts, line: number | null): Place | null {
  const [first] = firstChanges;
  if (line === null) return first ?? null;
  const exact = modifiedLines.indexOf(line);
  if (exact >= 0) return { side: 'modified', line: exact + 1 };
  let nearest: { readonly index: number; readonly distance: number } | null = null;
  for (const [index, real] of modifiedLines.entries()) {
    const distance = Math.abs(real - line);
    if (real > 0 && (nearest === null || distance < nearest.distance)) nearest = { index, distance };
  }
  return nearest === null ? (first ?? null) : { side: 'modified', line: nearest.index + 1 };
}
