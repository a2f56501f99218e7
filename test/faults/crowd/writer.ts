/** One of several processes that make and fill the same ledger. Arguments: file, name, number of appends. */
import { openLedger } from '../../../core/ledger/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';

const [path = '', name = '', appends = '0'] = process.argv.slice(2);
const options = { projections: [], clock: systemClock, random: systemRandom, create: true, busyTimeout: 60_000 };
const opened = openLedger(path, options);
if (!opened.ok) throw new Error(opened.problem.message);
for (let number = 0; number < Number(appends); number += 1) {
  const actor = { kind: 'agent', id: name } as const;
  const receipt = opened.value.append([{ type: 'note.written', actor, subject: `note:${number}`, data: { number } }]);
  if (!receipt.ok) throw new Error(receipt.problem.message);
}
opened.value.close();
