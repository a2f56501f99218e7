import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { decideGate, enrolReviewer, gateState, signerFromSeed } from '../../core/review/index.ts';
import { agent, gateLedger, openGate } from '../fixture/gates.ts';
import { expectValue } from '../fixture/ledger.ts';
import type { Racer, RaceStart } from './gate-race/messages.ts';

const racers = 4;
const rounds = process.env.MIZAN_LONG === '1' ? 250 : 10;
const program = fileURLToPath(new URL('./gate-race/run.ts', import.meta.url));

/** Starts every process, waits until each has the ledger open, and returns what sends them all after one gate. */
async function startRace(entries: readonly Racer[]): Promise<(gate: RaceStart) => Promise<readonly string[]>> {
  const processes = entries.map((entry) => {
    const child = spawn(process.execPath, [program, JSON.stringify(entry)], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => {
      child.stdin.end();
    });
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  for (const { lines } of processes) expect((await lines.next()).value).toBe('ready');
  return (gate) => {
    for (const { child } of processes) child.stdin.write(`${JSON.stringify(gate)}\n`);
    return Promise.all(processes.map(async ({ lines }) => String((await lines.next()).value)));
  };
}

it('lets exactly one of several processes use an approval', async () => {
  const { ledger, clock, enrol } = gateLedger();
  const sam = enrol('sam', 'ANALYST');
  const entry: Racer = { path: ledger.path, move: { kind: 'consume', consumer: agent } };
  const race = await startRace(Array.from({ length: racers }, () => entry));
  for (let round = 0; round < rounds; round += 1) {
    const gate = openGate(ledger, clock);
    expectValue(decideGate(ledger, { ...gate, verb: 'approve', reason: '', sectionsSeen: [] }, sam, clock));
    expect((await race(gate)).toSorted()).toEqual([...Array(racers - 1).fill('approval-used'), 'won']);
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
  const race = await startRace(moves.map((move) => ({ path: ledger.path, move })));
  for (let round = 0; round < rounds; round += 1) {
    const gate = openGate(ledger, clock);
    const outcomes = await race(gate);
    expect(outcomes.toSorted()).toEqual([...Array(racers - 1).fill('gate-final'), 'won']);
    const winner = moves[outcomes.indexOf('won')];
    const state = expectValue(gateState(ledger, gate.gateId, clock));
    expect(state).toBe(winner?.verb === 'approve' ? 'approved' : 'rejected');
    const filter = { type: 'gate.refused', subject: `gate:${gate.gateId}` };
    expect(ledger.page({ filter, limit: 500, direction: 'ascending' }).events).toHaveLength(racers - 1);
  }
});
