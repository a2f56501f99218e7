import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Bench, BenchRow } from '../../build/bench-row.ts';
import { ensureRendererBundle } from '../../build/renderer-bundle.ts';
import { projectRoot } from '../../build/run-command.ts';

const firstLoadAim = 350 * 1024;
const starts = 5;

/** Start of the console to its first view, and what a browser has to fetch for it. */
export const bench: Bench = async (print) => {
  const bundle = await ensureRendererBundle(() => undefined);
  if (bundle.state === 'failed') throw new Error(bundle.output);
  const browser = await chromium.launch({
    executablePath: process.env.MIZAN_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const runs: Start[] = [];
    for (let run = 0; run < starts; run += 1) runs.push(await measureStart(browser));
    print(firstLoad(runs[0]?.files ?? []));
    print(row('start of `mizan console` to its address', `${median(runs.map((run) => run.ready)).toFixed(0)} ms`));
    print(row('start of `mizan console` to the first view', `${median(runs.map((run) => run.shown)).toFixed(0)} ms`));
    print(row('host, peak memory until the first view', `${median(runs.map((run) => run.hostPeak)).toFixed(0)} MB`));
    print(row('renderer, memory of the first view (JS heap)', `${median(runs.map((run) => run.heap)).toFixed(1)} MB`));
  } finally {
    await browser.close();
  }
};

function row(name: string, value: string): BenchRow {
  return { name, value, aim: null, met: null, note: `median of ${starts}, Chromium headless` };
}

/** Every file that the browser fetched until the first view, as gzip would send it. */
function firstLoad(files: readonly string[]): BenchRow {
  const folder = join(projectRoot, 'dist', 'renderer');
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  const all = readdirSync(join(folder, 'assets')).length + 1;
  return {
    name: "renderer's first load, gzipped",
    value: `${(bytes / 1024).toFixed(0)} KB`,
    aim: `≤ ${firstLoadAim / 1024} KB`,
    met: bytes <= firstLoadAim,
    note: `${files.length} files of ${all}; the rest is fetched when a view needs it`,
  };
}

interface Start {
  /** Milliseconds from the start of the process. */
  readonly ready: number;
  readonly shown: number;
  /** Megabytes. */
  readonly hostPeak: number;
  readonly heap: number;
  /** What was fetched, as paths in the bundle. */
  readonly files: readonly string[];
}

async function measureStart(browser: Browser): Promise<Start> {
  const home = mkdtempSync(join(tmpdir(), 'mizan-bench-'));
  const environment = {
    ...process.env,
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'c'),
  };
  const start = performance.now();
  const console = spawn(process.execPath, ['core/cli/main.ts', 'console', '--no-open'], {
    cwd: projectRoot,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const context = await browser.newContext();
  try {
    const address = await addressOf(createInterface({ input: console.stdout }));
    const ready = performance.now() - start;
    const page = await context.newPage();
    const files: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.ok() && !/^\/(api|events)$/.test(pathname)) files.push(pathname === '/' ? 'index.html' : pathname);
    });
    await page.goto(address);
    await page.getByRole('main').waitFor();
    const shown = performance.now() - start;
    return { ready, shown, hostPeak: peakMegabytes(console.pid ?? 0), heap: await heapMegabytes(page), files };
  } finally {
    await context.close();
    const ended = new Promise((resolve) => console.on('exit', resolve));
    console.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /^Mizan is ready: (\S+)$/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('mizan console ended before it printed an address');
}

/** The largest resident memory that the process ever had, from Linux's own record. */
function peakMegabytes(processId: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
