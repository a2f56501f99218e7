import type { DebateDetail, DebateRow, DebateRuling } from '../api/index.ts';
import type { MachineResult } from '../machine/index.ts';
import { printable } from './printable.ts';
import { textTable } from './table.ts';

/** What came of a run, for the person who started it. */
export function debateSummary(detail: DebateDetail, end: MachineResult): string {
  const { row } = detail;
  const lines = [`debate   ${row.debateId}`, `case     ${printable(row.title)}`, `status   ${sentenceOf(detail, end)}`];
  for (const gate of detail.gates.filter(({ state }) => state === 'pending')) {
    lines.push(`gate     ${gate.gateId}: ${printable(gate.title)}`);
    lines.push(`         decide it with: mizan gate approve ${gate.gateId} --as YOU, or reject`);
  }
  const takenBack = end.status === 'cancelled' ? end.withdrawn : [];
  for (const gate of detail.gates.filter(({ gateId }) => takenBack.includes(`gate:${gateId}`))) {
    lines.push(`gate     ${gate.gateId}: ${printable(gate.title)}`);
    lines.push('         was taken back; nobody is asked until the debate goes on');
  }
  return `${[...lines, ...standingLines(detail)].join('\n')}\n`;
}

function sentenceOf({ row, stopDetail }: DebateDetail, end: MachineResult): string {
  switch (end.status) {
    case 'done':
      return (
        `${row.stopReason ?? 'stopped'} after ${row.round} ${row.round === 1 ? 'round' : 'rounds'}. ` +
        `${printable(stopDetail ?? '')}`
      );
    case 'parked':
      return `waits for a person in round ${row.round}`;
    case 'cancelled':
      return `was stopped in round ${row.round}; go on with: mizan debate resume ${row.debateId}${modelOf(row)}`;
    case 'error':
      return `failed: ${end.error.type}: ${printable(end.error.message)}${wayOn(row, end.error.type)}`;
    default:
      return row.status;
  }
}

/** The ledger does not say which model file it was. */
function modelOf({ agents }: DebateRow): string {
  return agents === 'llm' ? ' --model FILE' : '';
}

/** A debate whose model could not be asked is as good as before. */
function wayOn({ debateId }: DebateRow, errorType: string): string {
  if (!errorType.startsWith('model-')) return '';
  return `\n         when that is mended: mizan debate resume ${debateId} --model FILE`;
}

function usageLine({
  calls,
  inputTokens,
  outputTokens,
  estimated,
  cost,
  currency,
}: DebateDetail['usage']): readonly string[] {
  if (calls === 0) return [];
  const price = cost === null ? 'cost unknown' : `${Number(cost.toFixed(6))} ${currency ?? ''}`.trim();
  const tokens = `${inputTokens} tokens in, ${outputTokens} out${estimated ? ' (estimated)' : ''}`;
  return [`model    ${calls} calls, ${tokens}, ${price}`];
}

function standingLines({ rounds, rulings, dissent }: DebateDetail): readonly string[] {
  const standings = (rounds.at(-1)?.standings ?? []).map(
    ({ role, position, confidence }) =>
      `${role.padEnd(21)}${confidence.toFixed(2)}  ${printable(position ?? 'no position')}`,
  );
  const counts = [...Map.groupBy(rulings, ({ ruling }) => ruling)].map(([ruling, all]) => `${all.length} ${ruling}`);
  return [
    '',
    ...standings,
    ...(counts.length === 0 ? [] : [`rulings  ${counts.join(', ')}`]),
    ...(dissent.length === 0 ? [] : [`dissent  ${dissent.map(({ role }) => role).join(', ')}`]),
  ];
}

/** The list of debates, one a line: the stop reason, or for one that waits the gate it waits for, stands last. */
export function debateTable(rows: readonly DebateRow[]): string {
  return textTable<DebateRow>(
    [
      { title: 'DEBATE', align: 'left', value: (row) => row.debateId },
      { title: 'CASE', align: 'left', value: (row) => row.title },
      { title: 'AGENTS', align: 'left', value: (row) => row.agents },
      { title: 'STATUS', align: 'left', value: (row) => row.status },
      { title: 'ROUND', align: 'right', value: (row) => `${row.round}` },
      { title: 'REJECTED', align: 'right', value: (row) => `${row.rejected}` },
      { title: 'STOP REASON', align: 'left', value: (row) => row.stopReason ?? row.waitingGateId ?? '' },
    ],
    rows,
  );
}

/**
 * A debate in full: where it stands, its defects, rulings, dissent and open questions, each line fit for a terminal.
 */
export function debateText(detail: DebateDetail): string {
  const { row, stopDetail, rulings, dissent, openQuestions, utility, gates, toolCalls } = detail;
  const stop = row.stopReason === null ? row.status : `${row.stopReason}. ${stopDetail ?? ''}`;
  const lines = [
    `debate   ${row.debateId}`,
    `case     ${row.title} (${detail.claims} claims, ${detail.documents} documents)`,
    `agents   ${row.agents}${detail.replayOf === null ? '' : ` of ${detail.replayOf}`}`,
    `status   ${stop}`,
    `rounds   ${row.round} of at most ${row.maxRounds}`,
    `messages ${row.messages} accepted, ${row.rejected} rejected`,
    `tools    ${toolCalls.made} calls, ${toolCalls.denied} denied, ${toolCalls.failed} failed`,
    ...usageLine(detail.usage),
    ...standingLines(detail),
    ...section('rulings', rulings.flatMap(rulingLines)),
    ...section(
      'dissent',
      dissent.map((one) => `${one.role} (${one.confidence.toFixed(2)}): ${one.position}`),
    ),
    ...section('open questions', openQuestions),
    ...section(
      'gates',
      gates.map((gate) => `${gate.gateId}  ${gate.state}  ${gate.reason ?? gate.title}`),
    ),
    ...section(
      'calibration (Brier score, 0 is perfect)',
      utility.map((one) => `${one.role}  ${one.score.toFixed(3)}`),
    ),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** What a ruling is about, in words: the id of the challenge stands last, for whoever searches the ledger for it. */
function rulingLines({ round, ruling, reason, challenge, challengeId }: DebateRuling): readonly string[] {
  if (challenge === null) return [`round ${round}  ${ruling}  challenge ${challengeId}`, `  why        ${reason}`];
  const { role, defectType, description } = challenge;
  const raised = challenge.round === round ? '' : ` in round ${challenge.round}`;
  return [
    `round ${round}  ${ruling}  ${defectType}, said by the ${role.replaceAll('_', ' ')}${raised}`,
    // Rules quote the challenge in their reason.
    ...(reason.includes(description) ? [] : [`  challenge  ${description}`]),
    `  why        ${reason}`,
    `  id         ${challengeId}`,
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}
