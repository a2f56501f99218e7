import type { GateResult, WorkDetail } from '../api/index.ts';
import type { FinishedRun, WeighedWork } from '../contracts/index.ts';
import { printable } from './printable.ts';
import { type Column, textTable } from './table.ts';

const gateColumns: readonly Column<Pick<GateResult, 'gate' | 'outcome' | 'reason'>>[] = [
  { title: 'GATE', align: 'left', value: ({ gate }) => gate },
  { title: 'RESULT', align: 'left', value: ({ outcome }) => outcome },
  { title: 'WHY', align: 'left', value: ({ reason }) => reason },
];

/** How work was weighed, for people. */
export function weighedText({ assessment, before, after, gateId }: WeighedWork): string {
  const { verification, score, why, outcome } = assessment;
  const lines: string[] = [];
  if (verification !== null) lines.push(textTable(gateColumns, verification.gates));
  lines.push(printable(why));
  if (verification?.unsandboxed === true) lines.push('The checks ran without a sandbox.');
  if (score === null) lines.push(`${outcome}: no score, reputation stays ${before.reputation.toFixed(3)}`);
  else lines.push(scoreLine(outcome, score, before, after));
  if (gateId !== null) lines.push(`Waits for a person: mizan gate show ${gateId}`);
  return `${lines.join('\n')}\n`;
}

function scoreLine(outcome: string, score: number, before: WeighedWork['before'], after: WeighedWork['after']): string {
  const signed = score > 0 ? `+${score}` : String(score);
  const levels = before.level === after.level ? after.level : `${before.level} to ${after.level}`;
  return (
    `${outcome}: score ${signed}, reputation ${before.reputation.toFixed(3)} to ${after.reputation.toFixed(3)} ` +
    `(${levels})`
  );
}

/** What became of the change of a run. */
export function landingText({
  landed,
  landingProblem,
  change,
}: Pick<FinishedRun, 'landed' | 'landingProblem' | 'change'>): string {
  if (landed !== null) {
    return `Landed ${landed.files === 1 ? '1 file' : `${landed.files} files`} in ${printable(landed.folder)}\n`;
  }
  if (landingProblem !== null) return `Not landed: ${printable(landingProblem)}\n`;
  return change === null || change.diff.length === 0 ? 'The agent changed nothing.\n' : '';
}

function testLines({ runTests, timeoutSeconds, shell }: WorkDetail['contract']): readonly string[] {
  if (runTests === null) return [];
  return ['', `Tests: ${printable(runTests)}  (${timeoutSeconds} s${shell ? ', shell' : ''})`];
}

function claimLines(claim: WorkDetail['claim']): readonly string[] {
  if (claim === null) return [];
  const need = claim.need === null ? '' : `, needs ${printable(claim.need)}`;
  return ['', `Reported ${claim.status}${need}`, ...(claim.text === '' ? [] : [printable(claim.text)])];
}

/** A piece of work, for people. */
export function workText(work: WorkDetail): string {
  const { row, contract, claim, score } = work;
  const lines = [
    `${printable(row.taskId)}  ${row.outcome}  ${printable(row.agentId)}  ` +
      `level ${row.level}${row.derived ? '  (derived)' : ''}`,
    '',
    printable(contract.objective),
    ...list('Criteria', contract.criteria),
    ...list('Required files', contract.requiredFiles),
  ];
  lines.push(...testLines(contract), ...claimLines(claim));
  if (work.gates.length > 0) lines.push('', textTable(gateColumns, work.gates).trimEnd());
  if (score !== null) {
    const to = score.reputationAfter.toFixed(3);
    lines.push(
      '',
      `Score ${score.value}, reputation ${score.reputationBefore.toFixed(3)} to ${to}. ${printable(score.why)}`,
    );
  }
  if (work.diff !== null) {
    const files = work.diff.files.map((file) => `  ${file.path}  +${file.additions} -${file.deletions}`);
    lines.push('', 'Change', ...files.map(printable));
  }
  if (work.facts.length > 0) lines.push('', ...work.facts.map(({ label, value }) => printable(`${label}: ${value}`)));
  if (row.waitingGateId !== null) lines.push('', `Waits for a person: mizan gate show ${row.waitingGateId}`);
  return `${lines.join('\n')}\n`;
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ['', title, ...items.map((item) => `  - ${printable(item)}`)];
}
