/** Debates over real annual reports (docs/debate-benchmark.md): a few here, all of them with MIZAN_LONG=1. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measureDebates } from '../../../bench/tat-qa/measure.ts';
import { readReports, reportsFile } from '../../../bench/tat-qa/read-data.ts';

const long = process.env.MIZAN_LONG === '1';
const extent = long ? { reports: 278, defects: 1_000, seed: 11 } : { reports: 3, defects: 9, seed: 11 };
const here = existsSync(reportsFile);
if (!here) process.stderr.write(`Skipped: the reports are not at ${reportsFile}\n`);
const measured = here ? measureDebates(readReports(reportsFile), extent) : null;

test.skipIf(!here)(
  'test_gdbs_debate_completion',
  async () => {
    const { clean, planted } = (await measured) ?? { clean: [], planted: [] };
    expect([clean.length, planted.length]).toStrictEqual([extent.reports, extent.defects]);
    const reasons = new Set(['CONSENSUS', 'STABLE_DISSENT', 'EVIDENCE_EXHAUSTED', 'MAX_ROUNDS', 'CRITICAL_DEFECT']);
    for (const { held } of [...clean, ...planted]) expect(reasons).toContain(held.stopReason);
    const claims = clean.reduce((so, one) => so + one.claims, 0);
    const alarms = clean.reduce((so, one) => so + one.alarms.length, 0);
    expect(alarms * 100).toBeLessThanOrEqual(claims * 2);
    expect(planted.filter((one) => one.caught).length).toBeGreaterThanOrEqual(planted.length * 0.75);
  },
  3_600_000,
);

test.skipIf(!here)(
  'test_gdbs_muhasabah_pass_rate',
  async () => {
    const conduct = (await measured)?.conduct;
    if (conduct === undefined) throw new Error('nothing was measured');
    const { accepted, rejected, toolCalls, unaudited, violations } = conduct;
    expect(accepted).toBeGreaterThanOrEqual((accepted + rejected) * 0.98);
    expect(toolCalls).toBeGreaterThan(0);
    expect([unaudited, violations]).toStrictEqual([0, 0]);
  },
  3_600_000,
);
