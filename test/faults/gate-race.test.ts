import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { decideGate, enrolReviewer, gateState, signerFromSeed } from '../../core/review/index.ts';
import { agent, gateLedger, openGate } from '../fixture/gates.ts';
import { expectValue } from '../fixture/ledger.ts';
import type { RaceEntry } from './gate-race/entry.ts';

const racers = process.env.MIZAN_LONG === '1' ? 8 : 4;
const rounds = process.env.MIZAN_LONG === '1' ? 25 : 2;
const program = fileURLToPath(new URL('./gate-race/run.ts', import.meta.url));

/** Starts every process, lets them go at once when all have the ledger open, and returns how each ended. */
async function race(entries: readonly RaceEntry[]): Promise<readonly string[]> {
  const processes = entries.map((entry) => {
    const child = spawn(process.execPath, [program, JSON.stringify(entry)], { stdio: ['pipe', 'pipe', 'inherit'] });
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  for (const { lines } of processes) expect((await lines.next()).value).toBe('ready');
  for (const { child } of processes) child.stdin.end('go\n');
  return Promise.all(processes.map(async ({ lines }) => String((await lines.next()).value)));
}

it('lets exactly one of several processes use an approval', async () => {
  const { ledger, clock, enrol } = gateLedger();
  const sam = enrol('sam', 'ANALYST');
  for (let round = 0; round < rounds; round += 1) {
    const gate = openGate(ledger, clock);
    expectValue(decideGate(ledger, { ...gate, verb: 'approve', reason: '', sectionsSeen: [] }, sam, clock));
    const entry: RaceEntry = { path: ledger.path, ...gate, move: { kind: 'consume', consumer: agent } };
    const outcomes = await race(Array.from({ length: racers }, () => entry));
    expect(outcomes.toSorted()).toEqual([...Array(racers - 1).fill('approval-used'), 'won']);
    const filter = { type: 'gate.consumed', subject: `gate:${gate.gateId}` };
    expect(ledger.page({ filter, limit: 10, direction: 'ascending' }).events).toHaveLength(1);
  }
});

it('lets exactly one of several reviewers decide, and records the others', async () => {
  const { ledger, clock, root } = gateLedger();
  const moves = Array.from({ length: racers }, (_, index) => {
    const reviewerId = `reviewer-${index}`;
    const seed = Buffer.alloc(32, index + 1);
    const reviewer = { reviewerId, name: reviewerId, role: 'ANALYST' } as const;
    expectValue(enrolReviewer(ledger, reviewer, signerFromSeed(reviewerId, seed), root));
    const verb: 'approve' | 'reject' = index % 2 === 0 ? 'approve' : 'reject';
    return { kind: 'decide' as const, verb, reviewerId, seed: seed.toString('hex') };
  });
  for (let round = 0; round < rounds; round += 1) {
    const gate = openGate(ledger, clock);
    const outcomes = await race(moves.map((move) => ({ path: ledger.path, ...gate, move })));
    expect(outcomes.toSorted()).toEqual([...Array(racers - 1).fill('gate-final'), 'won']);
    const winner = moves[outcomes.indexOf('won')];
    const state = expectValue(gateState(ledger, gate.gateId, clock));
    expect(state).toBe(winner?.verb === 'approve' ? 'approved' : 'rejected');
    const filter = { type: 'gate.refused', subject: `gate:${gate.gateId}` };
    expect(ledger.page({ filter, limit: 500, direction: 'ascending' }).events).toHaveLength(racers - 1);
  }
});
