/**
 * A process that appends until it is killed. After each append it acknowledges the size of the tree on standard output,
 * in one write, so that the parent knows what was promised. Arguments: ledger file, `FULL` or `NORMAL`.
 */
import { writeSync } from 'node:fs';
import { openLedger } from '../../../core/ledger/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import { promisedText } from './promise.ts';

const [path = '', synchronous = 'FULL'] = process.argv.slice(2);
const opened = openLedger(path, { projections: [], clock: systemClock, random: systemRandom, create: true });
if (!opened.ok) throw new Error(opened.problem.message);
const ledger = opened.value;
if (synchronous === 'NORMAL') {
  // The control: the same program with what WAL mode has by default. No option of the ledger does this.
  Reflect.get(ledger, 'connection').pragma('synchronous = NORMAL');
}
for (let size = ledger.size(); ; ) {
  const count = 1 + (size % 3);
  const drafts = Array.from({ length: count }, (_, offset) => ({
    type: 'promise.made',
    actor: { kind: 'system' as const, id: 'writer' },
    subject: `promise:${size + offset}`,
    data: { text: promisedText(size + offset) },
    payloads: [{ name: 'body', mediaType: 'text/plain', body: promisedText(size + offset) }],
  }));
  const receipt = ledger.append(drafts);
  if (!receipt.ok) throw new Error(receipt.problem.message);
  size = receipt.value.treeSize;
  writeSync(1, `${size}\n`);
}
