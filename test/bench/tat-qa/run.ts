/**
 * Writes the measured part of docs/debate-benchmark.md: `node test/bench/tat-qa/run.ts [--data FILE]
 * [--reports N] [--defects N] [--seed N]`. Without `--write` it prints.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureDebates } from './measure.ts';
import { readReports, reportsFile } from './read-data.ts';
import { alarmList, catchTable, missedList, percent, stopTable, wayTable } from './report.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: reportsFile },
    reports: { type: 'string', default: '278' },
    defects: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '7' },
    write: { type: 'boolean', default: false },
  },
});
const measured = await measureDebates(readReports(values.data), {
  reports: Number(values.reports),
  defects: Number(values.defects),
  seed: Number(values.seed),
  progress: (done) => {
    if (done % 50 === 0) process.stderr.write(`${done} debates\n`);
  },
});
const { clean, planted, conduct } = measured;
const claims = clean.reduce((so, one) => so + one.claims, 0);
const alarms = clean.reduce((so, one) => so + one.alarms.length, 0);
const outputs = conduct.accepted + conduct.rejected;
const accepted = percent(conduct.accepted, outputs);
const text = [
  `${clean.length} clean reports with ${claims} claims, ${planted.length} planted defects, seed ${values.seed}.`,
  '',
  '### Caught',
  '',
  ...catchTable(measured),
  '',
  `False alarms: ${alarms} of ${claims} clean claims, **${((alarms / claims) * 100).toFixed(2)} per 100** (aim ≤ 2).`,
  '',
  '### Where it was planted',
  '',
  ...wayTable(measured),
  '',
  '### How the debates ended',
  '',
  ...stopTable(measured),
  '',
  `${planted.filter(({ held }) => held.parked).length} debates waited for a person, who accepted nothing.`,
  '',
  '### Conduct, counted from the ledger',
  '',
  '| what | counted |',
  '|---|---:|',
  `| outputs that passed the Muḥāsabah gate | ${conduct.accepted} of ${outputs} (${accepted}) |`,
  `| tool calls | ${conduct.toolCalls} |`,
  `| tool calls that were not audited exactly once | ${conduct.unaudited} |`,
  `| calls that the matrix forbids and that went through | ${conduct.violations} |`,
  '',
  '### Missed',
  '',
  ...missedList(measured),
  '',
  '### False alarms',
  '',
  ...alarmList(measured),
].join('\n');

if (values.write) {
  const file = join(import.meta.dirname, '../../../docs/debate-benchmark.md');
  const [head = ''] = readFileSync(file, 'utf8').split('<!-- measured -->');
  writeFileSync(file, `${head}<!-- measured -->\n\n${text}\n`);
} else {
  process.stdout.write(`${text}\n`);
}
