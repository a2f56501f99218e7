/** What a debate by the rules costs, where the time goes, and how well the roles see (docs/debate-benchmark.md). */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from '../../build/bench-row.ts';
import { type CaseFile, caseFile } from '../../core/debate/index.ts';
import { openLedger } from '../../core/ledger/index.ts';
import { projections } from '../../core/working-ledger/index.ts';
import { systemClock, systemRandom } from '../../core/world/index.ts';
import { holdDebate, must, skeptic } from './tat-qa/hold-debates.ts';
import { idsOf, makeCase } from './tat-qa/make-case.ts';
import { measureDebates } from './tat-qa/measure.ts';
import { type Report, readReports, reportsFile } from './tat-qa/read-data.ts';
import { percent } from './tat-qa/report.ts';

type Print = (row: BenchRow) => void;

const long = process.env.MIZAN_LONG === '1';

/** About half a minute; with MIZAN_LONG=1 several. */
export async function bench(print: Print): Promise<void> {
  if (!existsSync(reportsFile)) {
    print({ name: 'debates', value: 'skipped', aim: null, met: null, note: `${reportsFile} is not here` });
    return;
  }
  const reports = readReports(reportsFile);
  await benchSpeed(reports.slice(0, long ? 100 : 20), print);
  await benchSight(reports, print);
}

async function benchSpeed(reports: readonly Report[], print: Print): Promise<void> {
  const cases = reports.map(makeCase).flatMap((one) => (one === null ? [] : [caseFile.parse(one)]));
  const onDisk = await hold(cases, tmpdir(), 'disk');
  const perSecond = (one: { readonly seconds: number }): string => `${(cases.length / one.seconds).toFixed(1)}/s`;
  const claims = cases.reduce((so, one) => so + one.claims.length, 0) / cases.length;
  print({
    name: `debates by rules, offline, on disk (${cases.length} reports)`,
    value: perSecond(onDisk),
    aim: null,
    met: null,
    note:
      `${claims.toFixed(0)} claims and ${onDisk.events.toFixed(0)} events each, ` +
      'every event durable before the next',
  });
  const folder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const inMemory = await hold(cases, folder, 'memory');
  print({ name: 'the same without a disk', value: perSecond(inMemory), aim: null, met: null, note: '' });
  for (const [what, share] of Object.entries(onDisk.shares)) {
    const value = `${(share * 100).toFixed(1)}%`;
    print({ name: `share of time in ${what}`, value, aim: null, met: null, note: '' });
  }
}

/** Rooms by the paths of their files, as the profiler names them. */
const rooms: Readonly<Record<string, RegExp>> = {
  ledger: /core\/(?:ledger|canonical|stores)\/|better-sqlite3/u,
  'kernel and agent runtime': /core\/(?:kernel|agents)\//u,
  'Muḥāsabah gate': /core\/debate\/muhasabah\//u,
  'machine and templates': /core\/(?:machine|runs)\/|minijinja/u,
  'roles, tools and sanad': /core\/debate\//u,
};

interface Held {
  readonly seconds: number;
  readonly events: number;
  readonly shares: Readonly<Record<string, number>>;
}

async function hold(cases: readonly CaseFile[], under: string, name: string): Promise<Held> {
  const folder = mkdtempSync(join(under, 'mizan-bench-'));
  const session = new Session();
  session.connect();
  try {
    const options = { projections, clock: systemClock, random: systemRandom, create: true };
    const ledger = must(openLedger(join(folder, 'debates.mizan'), options));
    const person = skeptic(ledger);
    const id = idsOf(name);
    const [first] = cases;
    if (first !== undefined) await holdDebate(first, id('warm'), ledger, person);
    const before = ledger.size();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    const start = performance.now();
    for (const [index, one] of cases.entries()) await holdDebate(one, id(`${index}`), ledger, person);
    const seconds = (performance.now() - start) / 1000;
    const { profile } = await session.post('Profiler.stop');
    const events = (ledger.size() - before) / cases.length;
    ledger.close();
    return { seconds, events, shares: sharesOf(profile) };
  } finally {
    session.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The part of the samples that each room has; what belongs to no room counts for the one that called it. */
function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Readonly<Record<string, number>> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const roomOf = (id: number | undefined): string => {
    if (id === undefined) return 'everything else';
    const url = byId.get(id)?.callFrame.url ?? '';
    return Object.entries(rooms).find(([, files]) => files.test(url))?.[0] ?? roomOf(parents.get(id));
  };
  const times = new Map<string, number>();
  let all = 0;
  for (const [index, sample] of samples.entries()) {
    const time = timeDeltas[index] ?? 0;
    const room = roomOf(sample);
    times.set(room, (times.get(room) ?? 0) + time);
    all += time;
  }
  return Object.fromEntries(
    [...Object.keys(rooms), 'everything else'].map((room) => [room, (times.get(room) ?? 0) / all]),
  );
}

async function benchSight(reports: readonly Report[], print: Print): Promise<void> {
  const extent = long ? { reports: 278, defects: 1_000, seed: 11 } : { reports: 25, defects: 108, seed: 11 };
  const { clean, planted, conduct } = await measureDebates(reports, extent);
  for (const type of ['INCONSISTENCY', 'UNIT_MISMATCH', 'TIME_WINDOW_MISMATCH', 'CIRCULARITY']) {
    const all = planted.filter((one) => one.planted.type === type);
    const caught = all.filter((one) => one.caught).length;
    print({
      name: `planted defects caught: ${type} (${all.length})`,
      value: percent(caught, all.length),
      aim: '≥ 95%',
      met: caught >= all.length * 0.95,
      note: '',
    });
  }
  const claims = clean.reduce((so, one) => so + one.claims, 0);
  const alarms = clean.reduce((so, one) => so + one.alarms.length, 0);
  const rate = (alarms / claims) * 100;
  print({
    name: `false alarms (${claims} clean claims)`,
    value: `${rate.toFixed(2)} per 100`,
    aim: '≤ 2',
    met: rate <= 2,
    note: '',
  });
  const outputs = conduct.accepted + conduct.rejected;
  print({
    name: `outputs that pass the Muḥāsabah gate (${outputs})`,
    value: percent(conduct.accepted, outputs),
    aim: '≥ 98%',
    met: conduct.accepted >= outputs * 0.98,
    note:
      `${conduct.violations} permission violations, ` +
      `${conduct.unaudited} of ${conduct.toolCalls} tool calls without their audit`,
  });
}
