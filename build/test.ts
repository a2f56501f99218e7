/** `npm test`: every suite, then one line with the sum. `--only NAME` (repeatable) and `--long` narrow and widen it. */
import { parseArgs } from 'node:util';
import { provideSystemNeeds } from './system-packages.ts';
import { type Counts, type Suite, type SuiteOutcome, suites } from './test-suites.ts';

/** Lines of each failed suite that stand again at the very end, for a reader who is shown only that. */
const repeatedLines = 60;

const say = (line: string) => process.stdout.write(`${line}\n`);

function chosenSuites(): readonly Suite[] {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, long: { type: 'boolean' } } });
  if (values.long === true) process.env.MIZAN_LONG = '1';
  const names = values.only;
  if (names === undefined) return suites;
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no suite ${unknown.join(', ')}. There are: ${suites.map((suite) => suite.name).join(', ')}`,
    );
  }
  return suites.filter((suite) => names.includes(suite.name));
}

async function runSuite(suite: Suite, missing: readonly string[]): Promise<SuiteOutcome> {
  const lacking = suite.needs.filter((need) => missing.includes(need.name)).map((need) => need.name);
  if (lacking.length === 0) return suite.run();
  say(`SKIPPED ${suite.name}: needs ${lacking.join(', ')}`);
  return { passed: 0, failed: 0, skipped: 1, output: '' };
}

const endOf = (output: string): string => output.trimEnd().split('\n').slice(-repeatedLines).join('\n');

function sumLine(counts: Counts): string {
  const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}

interface Run {
  readonly outcome: SuiteOutcome;
  readonly seconds: number;
}

async function timed(suite: Suite, missing: readonly string[]): Promise<Run> {
  const start = performance.now();
  const outcome = await runSuite(suite, missing);
  return { outcome, seconds: (performance.now() - start) / 1000 };
}

async function main(): Promise<number> {
  const chosen = chosenSuites();
  const needs = [...new Set(chosen.flatMap((suite) => suite.needs))];
  const missing = (await provideSystemNeeds(needs, say)).map((need) => need.name);
  let total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const early = new Map<string, Promise<Run>>();
  for (const suite of chosen) {
    say(`--- ${suite.name}`);
    for (const other of chosen) if (other.startsWith === suite.name) early.set(other.name, timed(other, missing));
    const { outcome: measured, seconds } = await (early.get(suite.name) ?? timed(suite, missing));
    process.stdout.write(measured.output);
    // On a build server nothing is skipped in silence: it has to provide what the suites need.
    const strict = process.env.CI === 'true' && measured.skipped > 0;
    const counts = strict ? { ...measured, failed: measured.failed + measured.skipped, skipped: 0 } : measured;
    if (counts.failed > 0) failures.push(`--- ${suite.name} failed\n${endOf(measured.output)}`);
    say(`${sumLine(counts)} in ${seconds.toFixed(1)} s`);
    total = {
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
    };
  }
  for (const failure of failures) say(failure);
  say(sumLine(total));
  return total.failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`mizan: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
