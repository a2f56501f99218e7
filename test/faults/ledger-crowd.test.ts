import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openLedgerForReading } from '../../core/ledger/index.ts';
import { auditOf } from '../fixture/audit.ts';
import { expectValue, temporaryFolder } from '../fixture/ledger.ts';

const writer = fileURLToPath(new URL('./crowd/writer.ts', import.meta.url));

function runWriter(path: string, name: string, appends: number): Promise<{ code: number | null; error: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, path, name, `${appends}`], { stdio: ['ignore', 'ignore', 'pipe'] });
    let error = '';
    child.stderr.on('data', (chunk: Buffer) => {
      error += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, error }));
  });
}

test('four processes that make and fill one ledger build one tree, each in its own order', async () => {
  const path = join(temporaryFolder(), 'crowd.mizan');
  const names = ['a', 'b', 'c', 'd'];
  const ended = await Promise.all(names.map((name) => runWriter(path, name, 25)));
  expect(ended).toEqual(names.map(() => ({ code: 0, error: '' })));
  const reader = expectValue(openLedgerForReading(path));
  expect(reader.size()).toBe(1 + 4 * 25);
  for (const name of names) {
    const { events } = reader.page({ filter: { actor: `agent:${name}` }, limit: 500, direction: 'ascending' });
    expect(events.map(({ data }) => data.number)).toEqual(Array.from({ length: 25 }, (_, number) => number));
  }
  reader.close();
  expect(auditOf(path).firstBad).toBeNull();
});
