/**
 * What the ledger costs, as ratios to the bare work it cannot do without. `MIZAN_BENCH_EVENTS` scales the audit down.
 */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import type { BenchRow } from '../../build/bench-row.ts';
import {
  auditLedger,
  type EventDraft,
  type EventFilter,
  type Ledger,
  openLedger,
  openLedgerForReading,
} from '../../core/ledger/index.ts';
import type { Result } from '../../core/problem/index.ts';
import { systemClock, systemRandom } from '../../core/world/index.ts';

type Print = (row: BenchRow) => void;

const auditEvents = Number(process.env.MIZAN_BENCH_EVENTS ?? 1_000_000);
const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Takes about two minutes with 1,000,000 events. */
export async function bench(print: Print): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-bench-'));
  try {
    benchAppends(folder, print);
    const path = join(folder, 'large.mizan');
    fill(path, auditEvents);
    benchAudit(path, print);
    benchMemory(path, print);
    benchPages(path, print);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function valueOrThrow<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

const types = ['contract.issued', 'report.received', 'work.verified', 'work.scored'];

/** Eight events to a task, seven agents, about 400 bytes each, no bodies: the shape of real records. */
function draftOf(number: number): EventDraft {
  const task = Math.floor(number / 8);
  return {
    type: types[number % types.length] ?? '',
    actor: { kind: 'agent', id: `agent/${task % 7}` },
    subject: `task:project__project-${(task * 7919) % 1_000_003}`,
    data: {
      task_id: `project-${task}`,
      score: number % 3,
      reason: 'the tests gate passed after three attempts',
      gates: [
        { gate: 'files', outcome: 'passed', duration_ms: 12 },
        { gate: 'tests', outcome: 'passed', duration_ms: 1234 },
      ],
    },
  };
}

function open(path: string): Ledger {
  const options = { projections: [], clock: systemClock, random: systemRandom, create: true };
  return valueOrThrow(openLedger(path, options));
}

/** Times per second that `work` does one of its `times`. */
function rate(times: number, work: () => void): number {
  const start = performance.now();
  work();
  return (times * 1000) / (performance.now() - start);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

function atLeast(ratio: number, aim: number): Pick<BenchRow, 'value' | 'aim' | 'met'> {
  return { value: `${ratio.toFixed(2)}×`, aim: `≥ ${aim}×`, met: ratio >= aim };
}

function bareSyncs(path: string, times: number): number {
  const page = Buffer.alloc(4096, 1);
  const file = openSync(path, 'w');
  const found = rate(times, () => {
    for (let count = 0; count < times; count += 1) {
      writeSync(file, page);
      fdatasyncSync(file);
    }
  });
  closeSync(file);
  return found;
}

/** Rounds of all three, one after the other, because a disk is not as fast now as it was a second ago. */
function benchAppends(folder: string, print: Print): void {
  const ledger = open(join(folder, 'appends.mizan'));
  let number = 0;
  const append = (appends: number, group: number): number =>
    rate(appends * group, () => {
      for (let count = 0; count < appends; count += 1) {
        valueOrThrow(ledger.append(Array.from({ length: group }, () => draftOf(number++))));
      }
    });
  append(200, 64); // the first pass over the log also makes the file grow
  const rounds = Array.from({ length: 7 }, () => ({
    bare: bareSyncs(join(folder, 'bare'), 500),
    single: append(500, 1),
    group: append(150, 64),
  }));
  ledger.close();
  const bare = median(rounds.map((round) => round.bare));
  const single = median(rounds.map((round) => round.single / round.bare));
  const group = median(rounds.map((round) => round.group / round.bare));
  const note = `of a loop that appends 4 KiB and calls fdatasync: ${Math.round(bare)} a second`;
  print({ name: 'durable appends, one a transaction', ...atLeast(single, 0.6), note });
  print({ name: 'durable appends, 64 a transaction', ...atLeast(group, 8), note });
}

function fill(path: string, events: number): void {
  const ledger = open(path);
  for (let number = 1; number < events; number += 1000) {
    const group = Math.min(1000, events - number);
    valueOrThrow(ledger.append(Array.from({ length: group }, (_, offset) => draftOf(number + offset))));
  }
  ledger.close();
}

function bareRead(path: string): void {
  const database = new Database(path, { readonly: true });
  for (const bytes of database.prepare('SELECT canonical FROM event ORDER BY seq').pluck().iterate()) {
    hash('sha256', bytes as Buffer);
  }
  database.close();
}

function audit(path: string): void {
  const steps = valueOrThrow(auditLedger(path, { publicKeys: [], clock: systemClock }));
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done !== true) continue;
    if (!step.value.ok) throw new Error(step.value.firstBad?.message);
    return;
  }
}

function benchAudit(path: string, print: Print): void {
  const rounds = Array.from({ length: 3 }, () => ({
    bare: rate(auditEvents, () => bareRead(path)),
    audit: rate(auditEvents, () => audit(path)),
  }));
  const ratio = median(rounds.map((round) => round.audit / round.bare));
  const bare = Math.round(median(rounds.map((round) => round.bare)));
  const size = Math.round(statSync(path).size / 1e6);
  const note = `of reading each event and one SHA-256 over it: ${bare} a second; ${size} MB`;
  print({ name: `audit of ${auditEvents} events`, ...atLeast(ratio, 0.8), note });
}

/** The whole process of `mizan ledger verify`, Node included. */
function benchMemory(path: string, print: Print): void {
  const probe = join(projectRoot, 'test/bench/report-memory.ts');
  const run = spawnSync(process.execPath, ['--import', probe, 'core/cli/main.ts', 'ledger', 'verify', path], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  const megabytes = Number(run.stderr.trim());
  const note = 'the whole process of mizan ledger verify';
  const name = `peak memory of an audit of ${auditEvents} events`;
  print({ name, value: `${megabytes} MB`, aim: '< 200 MB', met: megabytes < 200, note });
}

const filters: readonly { readonly name: string; readonly filter: EventFilter }[] = [
  { name: 'no filter', filter: {} },
  { name: 'a type', filter: { type: 'work.scored' } },
  { name: 'types by prefix', filter: { type: 'work.' } },
  { name: 'an actor', filter: { actor: 'agent/3' } },
  { name: 'a subject', filter: { subject: 'task:project__project-7919' } },
  { name: 'text that is rare', filter: { text: 'project-7"' } },
];

function benchPages(path: string, print: Print): void {
  const reader = valueOrThrow(openLedgerForReading(path));
  for (const { name, filter } of filters) {
    const start = performance.now();
    reader.page({ filter, limit: 200, direction: 'descending' });
    const paged = performance.now();
    reader.count(filter);
    const counted = performance.now();
    const value = `${(paged - start).toFixed(1)} ms`;
    const note = `its first count: ${(counted - paged).toFixed(1)} ms`;
    print({ name: `page of 200 of ${auditEvents} events, ${name}`, value, aim: null, met: null, note });
  }
  reader.close();
}
