import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.ts';
import { ensureRendererBundle } from './renderer-bundle.ts';
import { projectRoot, runCommand, runTool } from './run-command.ts';
import { bubblewrap, chromium, compiler, fonts, git, proofNeeds, type SystemNeed } from './system-packages.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What a suite counted, and what it printed when it did not succeed. */
export interface SuiteOutcome extends Counts {
  readonly output: string;
}

export interface Suite {
  readonly name: string;
  readonly needs: readonly SystemNeed[];
  /** The suite with which this one starts too, because both leave a processor idle; it is told in its own place. */
  readonly startsWith?: string;
  run(): Promise<SuiteOutcome>;
}

/** Everything that `npm test` runs, quick suites first. */
export const suites: readonly Suite[] = [
  { name: 'checks', needs: [], run: async () => ({ ...(await runChecks()), skipped: 0 }) },
  vitestSuite('unit', [compiler, git, bubblewrap]),
  vitestSuite('properties', [git, bubblewrap]),
  vitestSuite('migrations', []),
  vitestSuite('conformance', [bubblewrap]),
  { name: 'cases', needs: [bubblewrap], run: runConformanceCases },
  vitestSuite('security', [bubblewrap]),
  vitestSuite('faults', [compiler, git, bubblewrap]),
  { name: 'proof', needs: proofNeeds, startsWith: 'migrations', run: runProof },
  { name: 'e2e', needs: [chromium, fonts, bubblewrap, git], run: runEndToEnd },
];

const nothing: SuiteOutcome = { passed: 0, failed: 0, skipped: 0, output: '' };
const oneFailed = (output: string): SuiteOutcome => ({ passed: 0, failed: 1, skipped: 0, output });

function vitestSuite(name: string, needs: readonly SystemNeed[]): Suite {
  return {
    name,
    needs,
    run: async () => {
      if (!existsSync(join(projectRoot, 'test', name))) return nothing;
      return withReport(async (report) => {
        const args = ['run', '--config', 'build/vitest.config.ts', `test/${name}/`];
        const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
        const { code, output } = await runTool('vitest/vitest.mjs', [...args, ...reporters], { quiet: true });
        const counts = readVitestReport(report);
        if (counts === null) return oneFailed(output);
        if (code === 0 && counts.failed === 0) return { ...counts, output: '' };
        // A run that failed with every test green (an unhandled error, a file that did not load) is a failure too.
        return { ...counts, failed: Math.max(counts.failed, 1), output };
      });
    },
  };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

function readVitestReport(file: string): Counts | null {
  const report = readReport<VitestReport>(file);
  if (report === null) return null;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The language-neutral cases, through the command that a reader of them would use. */
function runConformanceCases(): Promise<SuiteOutcome> {
  return runCounting('core/cli/main.ts', ['conformance', 'test/conformance']);
}

/** The kernel's proof with fewer cases than `npm run prove`, or all of them in the long run. */
function runProof(): Promise<SuiteOutcome> {
  return runCounting('test/proof/run.ts', process.env.MIZAN_LONG === '1' ? [] : ['--quick']);
}

/** Runs a program that ends with `N passed, N failed`. */
async function runCounting(script: string, args: readonly string[]): Promise<SuiteOutcome> {
  const { code, output } = await runCommand(process.execPath, [script, ...args], { quiet: true });
  const line = /^(\d+) passed, (\d+) failed$/m.exec(output);
  if (line === null) return oneFailed(output);
  return { passed: Number(line[1]), failed: Number(line[2]), skipped: 0, output: code === 0 ? '' : output };
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/** Playwright's projects: the web door in Chromium, and the desktop shell on the Electron double. */
async function runEndToEnd(): Promise<SuiteOutcome> {
  const bundle = await ensureRendererBundle(() => undefined);
  if (bundle.state === 'failed') return oneFailed(bundle.output);
  return withReport(async (report) => {
    const { code, output } = await runTool(
      '@playwright/test/cli.js',
      ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
      { quiet: true, environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
    );
    const stats = readReport<PlaywrightReport>(report)?.stats;
    if (stats === undefined) return oneFailed(output);
    // A test that passed only when repeated has failed once.
    const failed = stats.unexpected + stats.flaky;
    return {
      passed: stats.expected,
      failed: code !== 0 ? Math.max(failed, 1) : failed,
      skipped: stats.skipped,
      output: code === 0 ? '' : output,
    };
  });
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}

async function withReport(run: (file: string) => Promise<SuiteOutcome>): Promise<SuiteOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-test-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
