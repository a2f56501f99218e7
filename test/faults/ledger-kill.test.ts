/** kill -9 at random points while appending: nothing that was acknowledged may be lost. `MIZAN_LONG=1` runs 1,000. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixture/ledger.ts';
import { aftermath } from './crash/check.ts';

const writer = fileURLToPath(new URL('./crash/writer.ts', import.meta.url));
const kills = process.env.MIZAN_LONG === '1' ? 1000 : 40;

/** Runs the writer and kills it at the given acknowledgement. Returns the last acknowledged size, 0 for none. */
function writeUntilKilled(path: string, acknowledgements: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let acknowledged = 0;
    let heard = 0;
    createInterface({ input: child.stdout }).on('line', (line) => {
      acknowledged = Number(line);
      heard += 1;
      if (heard === acknowledgements) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(acknowledged);
      else reject(new Error('the writer ended by itself'));
    });
  });
}

/** Kills before a new ledger is begun: each look at a ledger audits it whole. */
const killsPerLedger = 100;

test(`${kills} kill -9 lose no acknowledged event`, { timeout: kills * 5000 }, async () => {
  let path = '';
  let from = 1;
  let acknowledged = 0;
  let lost = 0;
  for (let round = 0; round < kills; round += 1) {
    if (round % killsPerLedger === 0) {
      path = join(temporaryFolder(), 'killed.mizan');
      from = 1;
    }
    const promised = await writeUntilKilled(path, 1 + Math.floor(Math.random() * 40));
    const after = aftermath(path, from, promised);
    acknowledged += promised - from;
    lost += after.lost;
    from = after.size;
  }
  console.log(`kill -9: ${kills} kills, ${acknowledged} acknowledged events, ${lost} lost`);
  expect(lost).toBe(0);
});
