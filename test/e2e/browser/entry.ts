/** What a browser page gets: machines, with IndexedDB and fetch to keep them in. */
import wasmAddress from 'minijinja-js/dist/bundler/minijinja_js_bg.wasm?url';
import {
  createTemplateEngine,
  FlatMachine,
  loadMachineData,
  type MachineResult,
  type RunNotice,
  readNothing,
  startJinja,
  systemTimers,
} from '../../../core/machine/index.ts';
import type { Result } from '../../../core/problem/index.ts';
import {
  createFetchRecords,
  createRunStore,
  type DatabaseFactory,
  openIndexedDbRecords,
} from '../../../core/stores/index.ts';
import { type Clock, systemClock, systemRandom } from '../../../core/world/index.ts';

export interface BrowserMachines {
  run(config: unknown, verb: 'execute' | 'resume', store: 'indexed-db' | 'fetch'): Promise<Result<MachineResult>>;
  /** Told at every point of a run; the test makes the page go away in it. */
  notice: (notice: RunNotice) => void;
  calls: number;
  /** Calls after which the agent never answers again. */
  hold: number;
  /** Milliseconds by which the page's clock is fast: the lease of a page that went away is over by then. */
  ahead: number;
}

declare const indexedDB: DatabaseFactory;

const wasm = new Uint8Array(await (await fetch(wasmAddress)).arrayBuffer());
const templates = createTemplateEngine(await startJinja(wasm));

const clock: Clock = { now: () => systemClock.now() + page.ahead };

const page: BrowserMachines = {
  calls: 0,
  hold: Number.POSITIVE_INFINITY,
  ahead: 0,
  notice: () => undefined,
  async run(config, verb, kind) {
    const definition = await loadMachineData('machine', config, { templates, read: readNothing });
    if (!definition.ok) return definition;
    const records =
      kind === 'fetch'
        ? { ok: true as const, value: createFetchRecords('/records', (address, init) => fetch(address, init)) }
        : await openIndexedDbRecords(indexedDB, 'mizan');
    if (!records.ok) return records;
    const machine = new FlatMachine(definition.value, {
      store: createRunStore(records.value, clock, systemTimers),
      templates,
      agents: {
        find:
          () =>
          async ({ input }) => {
            if (page.calls >= page.hold) await new Promise(() => undefined);
            page.calls += 1;
            return { output: input };
          },
      },
      hooks: {},
      clock,
      random: systemRandom,
      timers: systemTimers,
      owner: 'page',
      leaseMs: 120_000,
      maxParallel: 4,
      notice: (notice) => page.notice(notice),
    });
    return verb === 'execute' ? machine.execute({ n: 2 }, { executionId: 'run' }) : machine.resume('run');
  },
};

Object.assign(globalThis, { mizan: page });
