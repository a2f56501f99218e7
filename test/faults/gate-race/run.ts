/** One of several processes that go for the same gate: opens the ledger, says so, waits for the start, tries once. */
import { once } from 'node:events';
import { openLedger } from '../../../core/ledger/index.ts';
import { describeProblem } from '../../../core/problem/index.ts';
import { consumeApproval, decideGate, gateProjection, signerFromSeed } from '../../../core/review/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import type { RaceEntry } from './entry.ts';

const entry: RaceEntry = JSON.parse(process.argv[2] ?? '');
const opened = openLedger(entry.path, { projections: [gateProjection], clock: systemClock, random: systemRandom });
if (!opened.ok) throw new Error(describeProblem(opened.problem));
const ledger = opened.value;
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const outcome = attempt();
ledger.close();
process.stdout.write(`${outcome.ok ? 'won' : outcome.problem.code}\n`);
process.stdin.destroy();

function attempt() {
  const { gateId, digest, move } = entry;
  if (move.kind === 'consume') return consumeApproval(ledger, { gateId, digest, consumer: move.consumer }, systemClock);
  const signer = signerFromSeed(move.reviewerId, Buffer.from(move.seed, 'hex'));
  return decideGate(ledger, { gateId, digest, verb: move.verb, reason: 'race', sectionsSeen: [] }, signer, systemClock);
}
