/**
 * One of several processes that go for the same gates: opens the ledger, says so, and tries each gate it is told of
 * once.
 */
import { createInterface } from 'node:readline';
import { openLedger } from '../../../core/ledger/index.ts';
import { describeProblem } from '../../../core/problem/index.ts';
import { consumeApproval, decideGate, gateProjection, signerFromSeed } from '../../../core/review/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import type { Racer, RaceStart } from './messages.ts';

const { path, move }: Racer = JSON.parse(process.argv[2] ?? '');
const opened = openLedger(path, { projections: [gateProjection], clock: systemClock, random: systemRandom });
if (!opened.ok) throw new Error(describeProblem(opened.problem));
const ledger = opened.value;
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const outcome = attempt(JSON.parse(line));
  process.stdout.write(`${outcome.ok ? 'won' : outcome.problem.code}\n`);
}
ledger.close();

function attempt({ gateId, digest }: RaceStart) {
  if (move.kind === 'consume') return consumeApproval(ledger, { gateId, digest, consumer: move.consumer }, systemClock);
  const signer = signerFromSeed(move.reviewerId, Buffer.from(move.seed, 'hex'));
  return decideGate(ledger, { gateId, digest, verb: move.verb, reason: 'race', sectionsSeen: [] }, signer, systemClock);
}
