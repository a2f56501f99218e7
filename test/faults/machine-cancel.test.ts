/**
 * A cancellation that is killed after every run it cancels: the next one completes it, and nothing is done after it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openLedgerForReading } from '../../core/ledger/index.ts';
import { countWaitingGates } from '../../core/review/index.ts';
import { listRuns } from '../../core/runs/index.ts';
import { systemClock } from '../../core/world/index.ts';
import { expectValue, temporaryFolder } from '../fixture/ledger.ts';

const worker = fileURLToPath(new URL('./machine-cancel/worker.ts', import.meta.url));

async function ended(path: string, kill: string): Promise<string | null> {
  const child = spawn(process.execPath, [worker, path, kill], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== null && code !== 0) throw new Error(`the worker failed with ${code}`);
  return signal;
}

test.each([1, 2, 3, 4])(
  'killed after %d of four runs is cancelled',
  async (count) => {
    const path = join(temporaryFolder(), 'runs.mizan');
    expect(await ended(path, `${count}`)).toBe('SIGKILL');
    const reader = expectValue(openLedgerForReading(path));
    const cancelled = () => listRuns(reader, { status: 'cancelled', cursor: null, limit: 9 }).total;
    try {
      expect(cancelled()).toBe(count);
      expect(await ended(path, '')).toBeNull();
      expect([cancelled(), listRuns(reader, { cursor: null, limit: 9 }).total]).toStrictEqual([4, 4]);
      expect(countWaitingGates(reader, systemClock)).toBe(0);
      expect(reader.count({ type: 'gate.withdrawn' })).toBe(2);
      expect(reader.count({ type: 'run.stepped' }) + reader.count({ type: 'run.failed' })).toBe(0);
    } finally {
      reader.close();
    }
  },
  60_000,
);
