/** The measured figures as the tables of docs/debate-benchmark.md. */
import type { Measured, PlantedResult } from './measure.ts';

const aims = new Set(['INCONSISTENCY', 'UNIT_MISMATCH', 'TIME_WINDOW_MISMATCH', 'CIRCULARITY']);

/** A share with one decimal, a dash where there is no whole. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;
}

/** A Markdown table: of each kind of defect, how many were planted and caught. */
export function catchTable({ planted }: Measured): readonly string[] {
  const lines = ['| defect | planted | caught | named otherwise | rate | aim |', '|---|---:|---:|---:|---:|---|'];
  for (const [type, all] of byKey(planted, (one) => one.planted.type)) {
    const aim = !aims.has(type)
      ? ''
      : all.filter((one) => one.caught).length >= all.length * 0.95
        ? '≥ 95%, met'
        : '≥ 95%, missed';
    lines.push(catchLine(type, all, aim));
  }
  return [...lines, catchLine('**all**', planted, '')];
}

/** The same for each way in which a kind of defect was planted. */
export function wayTable({ planted }: Measured): readonly string[] {
  const lines = [
    '| defect: where it was planted | planted | caught | named otherwise | rate |',
    '|---|---:|---:|---:|---:|',
  ];
  for (const [way, all] of byKey(planted, (one) => `${one.planted.type}: ${one.planted.way}`))
    lines.push(catchLine(way, all, null));
  return lines;
}

function catchLine(name: string, all: readonly PlantedResult[], aim: string | null): string {
  const caught = all.filter((one) => one.caught).length;
  const otherwise = all.filter((one) => one.noticed && !one.caught).length;
  const cells = [name, all.length, caught, otherwise, percent(caught, all.length), ...(aim === null ? [] : [aim])];
  return `| ${cells.join(' | ')} |`;
}

/** The plants that were not caught, one line each. */
export function missedList({ planted }: Measured): readonly string[] {
  return planted
    .filter((one) => !one.caught)
    .map(({ planted: { caseFile, claimId, type, way }, noticed }) => {
      const text = caseFile.claims.find((claim) => claim.claim_id === claimId)?.claim_text ?? claimId;
      const otherwise = noticed ? ' (challenged under another name)' : '';
      return `- ${type}, ${way}: ${caseFile.title}, “${shortened(text)}”${otherwise}`;
    });
}

/** The challenges of clean cases, one line each: every one of them is a false alarm. */
export function alarmList({ clean }: Measured): readonly string[] {
  return clean.flatMap(({ title, alarms }) =>
    alarms.map(({ claim, type }) => `- ${type}: ${title}, “${shortened(claim)}”`),
  );
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').replaceAll('|', '/');
  return line.length > 110 ? `${line.slice(0, 109)}…` : line;
}

/** A Markdown table: why the debates stopped. */
export function stopTable(measured: Measured): readonly string[] {
  const lines = ['| stop reason | clean | planted |', '|---|---:|---:|'];
  const count = (all: readonly { readonly held: { readonly stopReason: string } }[], reason: string): number =>
    all.filter(({ held }) => held.stopReason === reason).length;
  for (const reason of ['CONSENSUS', 'STABLE_DISSENT', 'EVIDENCE_EXHAUSTED', 'MAX_ROUNDS', 'CRITICAL_DEFECT']) {
    lines.push(`| ${reason} | ${count(measured.clean, reason)} | ${count(measured.planted, reason)} |`);
  }
  return lines;
}

function byKey<T>(all: readonly T[], key: (one: T) => string): readonly (readonly [string, readonly T[]])[] {
  return [...Map.groupBy(all, key)].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
