/** A machine runs in Chromium, its page goes away in the middle, and another page resumes it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, test } from '@playwright/test';
import { answerRecordRequest, createMemoryRecords, type RecordStore } from '../../../core/stores/index.ts';
import { type BrowserBundle, bundleForBrowser } from './bundle.ts';
import type { BrowserMachines } from './entry.ts';

declare const mizan: BrowserMachines;

const origin = 'http://localhost';
const types: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm' };

const config = {
  spec: 'flatmachine',
  spec_version: '0.7.7',
  data: {
    name: 'browser',
    expression_engine: 'cel',
    context: { n: 0 },
    states: {
      start: {
        agent: 'count',
        input: { n: '{{ context.n + 1 }}' },
        output_to_context: { n: '{{ output.n }}' },
        transitions: [{ condition: 'context.n >= 4', to: 'end' }, { to: 'start' }],
      },
      end: { type: 'final', output: { text: '{{ input.n }} and {{ context.n }}' } },
    },
  },
};

let bundle: BrowserBundle;

test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-browser-'));
  bundle = await bundleForBrowser(folder);
  await rm(folder, { recursive: true, force: true });
});

/** Answers every request of the pages itself: nothing listens. */
async function serve(context: BrowserContext, records: RecordStore): Promise<void> {
  await context.route(`${origin}/**`, async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (path === '/') {
      const body = '<!doctype html><script type="module" src="/machine.js"></script>';
      return route.fulfill({ contentType: 'text/html', body });
    }
    if (path.startsWith('/records/')) {
      const body = request.postData() ?? '';
      const reply = await answerRecordRequest(records, new Request(request.url(), { method: 'POST', body }));
      return route.fulfill({ status: reply.status, contentType: 'application/json', body: await reply.text() });
    }
    const content = bundle.files.get(path.slice(1));
    if (content === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: types[path.split('.').at(-1) ?? ''] ?? 'text/plain', body: content });
  });
}

async function openPage(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => 'mizan' in globalThis);
  return page;
}

test('the bundle fits a browser', () => {
  process.stdout.write(`machine bundle: ${bundle.gzipped} bytes gzipped, YAML reader ${bundle.onDemand} on demand\n`);
  expect(bundle.gzipped).toBeLessThan(500 * 1024);
  for (const [name, content] of bundle.files) {
    if (name.endsWith('.js')) expect(content.toString()).not.toMatch(/["']node:/);
  }
});

for (const store of ['indexed-db', 'fetch'] as const) {
  test(`a machine runs and is resumed by another page, kept in ${store}`, async ({ context }) => {
    await serve(context, createMemoryRecords());
    const first = await openPage(context);
    const ended = await first.evaluate(
      ([machine, kind]) => {
        mizan.hold = 2;
        const stopped = new Promise((resolve) => {
          mizan.notice = ({ point, step }) => {
            if (point === 'step-committed' && step === 2) resolve(null);
          };
        });
        return Promise.race([stopped, mizan.run(machine, 'execute', kind)]);
      },
      [config, store] as const,
    );
    expect(ended, 'the run stands still in its third step').toBeNull();
    await first.close();
    const second = await openPage(context);
    const resumed = await second.evaluate(
      ([machine, kind]) => {
        mizan.ahead = 600_000;
        return mizan.run(machine, 'resume', kind);
      },
      [config, store] as const,
    );
    expect(resumed).toMatchObject({ ok: true, value: { status: 'done', output: { text: '2 and 4' }, steps: 5 } });
    expect(await second.evaluate(() => mizan.calls)).toBe(2);
  });
}
