import type { RunDetail, RunRow } from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import type { MachineResult } from '../machine/index.ts';
import { unreachable } from '../problem/index.ts';
import { awaitedName } from '../runs/index.ts';
import { printable } from './printable.ts';
import { textTable } from './table.ts';

/** What a terminal wants to know besides what became of the run. */
export function moreOf(end: MachineResult): string {
  switch (end.status) {
    case 'done':
      return ` after ${end.steps} steps: ${JSON.stringify(end.output)}`;
    case 'error':
      return ` (${printable(end.error.type)}, after ${end.steps} steps)`;
    case 'parked':
      return `; ${wayOn(end.waitingFor)}`;
    case 'cancelled':
      return '; it can be resumed';
    default:
      return unreachable(end);
  }
}

function wayOn(waitingFor: string): string {
  const [, kind, name = ''] = /^(gate|agent|action):(.*)$/s.exec(waitingFor) ?? [];
  if (kind === undefined) return 'resume it afterwards';
  if (kind === 'gate') return `decide it with: mizan gate approve ${printable(name)} --as YOU, or reject`;
  return `resume it with --${kind} ${JSON.stringify(`${printable(name)}=COMMAND`)}`;
}

/** Runs as a table, what each waits for by its name. */
export function runTable(reader: LedgerReader, rows: readonly RunRow[]): string {
  const waits = ({ waitingFor }: RunRow) => (waitingFor === null ? null : awaitedName(reader, waitingFor));
  return textTable<RunRow>(
    [
      { title: 'MACHINE', align: 'left', value: (row) => row.machine },
      { title: 'RUN', align: 'left', value: (row) => row.executionId },
      { title: 'STATUS', align: 'left', value: (row) => row.status },
      { title: 'STATE', align: 'left', value: (row) => row.state },
      { title: 'STEP', align: 'right', value: (row) => `${row.step}` },
      { title: 'WAITS FOR', align: 'left', value: (row) => waits(row) ?? row.error?.type ?? '' },
    ],
    rows,
  );
}

/** One run: where it stands, what happened, and the runs it called or launched. */
export function runText(
  reader: LedgerReader,
  { row, events, truncated, terminalCommand }: RunDetail,
  children: readonly RunRow[],
): string {
  const error = row.error === null ? '' : `error    ${row.error.type}: ${printable(row.error.message)}\n`;
  const waitsFor = row.waitingFor === null ? null : printable(awaitedName(reader, row.waitingFor));
  const waits = waitsFor === null ? '' : `waits    for ${waitsFor}\n`;
  const head =
    `machine  ${printable(row.machine)}\nrun      ${row.executionId}\nstatus   ${row.status}\n` +
    `state    ${printable(row.state)}\n`;
  const cost = `steps    ${row.step}\ncalls    ${row.apiCalls}\ncost     ${row.cost}\n`;
  const goOn = terminalCommand === null ? '' : `go on    ${terminalCommand}\n`;
  const older = truncated ? `older events: mizan ledger log --subject "run:${printable(row.executionId)}"\n` : '';
  const history = events.map((event) => `${event.at}  ${printable(event.summary)}\n`).join('');
  const family = children.length === 0 ? '' : `\ncalled or launched\n${runTable(reader, children)}`;
  return `${head}${cost}${waits}${error}${goOn}\n${older}${history}${family}`;
}

/** The states of a machine as a Mermaid diagram. */
export function mermaid({ initial, nodes, edges }: RunDetail['graph']): string {
  const names = new Map(nodes.map(({ state }, index) => [state, `s${index}`]));
  const lines = [
    'stateDiagram-v2',
    ...nodes.map(
      ({ state, work }) =>
        `  state ${JSON.stringify(work === null ? state : `${state} (${work})`)} as ${names.get(state)}`,
    ),
    `  [*] --> ${names.get(initial)}`,
    ...edges.map(({ from, to, condition, onError }) => {
      const label = onError === null ? condition : `error ${onError}`;
      const plain = label === null ? '' : ` : ${label.replaceAll(/[\n;:]/g, ' ')}`;
      return `  ${names.get(from)} --> ${names.get(to)}${plain}`;
    }),
    ...nodes.filter(({ final }) => final).map(({ state }) => `  ${names.get(state)} --> [*]`),
  ];
  return `${lines.join('\n')}\n`;
}
