/** Eight processes fight for one run while some are stopped past their lease: no write under an old token (S2). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type LedgerEvent, openLedgerForReading } from '../../core/ledger/index.ts';
import { projections } from '../../core/working-ledger/index.ts';
import { expectValue, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';
import { leaseMs, steps } from './machine-fight/machine.ts';

const worker = fileURLToPath(new URL('./machine-fight/worker.ts', import.meta.url));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('eight processes, some of them stopped past the lease', async () => {
  const path = join(temporaryFolder(), 'runs.mizan');
  temporaryLedger({ path, projections }).close();
  const children = Array.from({ length: 8 }, () =>
    spawn(process.execPath, [worker, path], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  let running = children.length;
  const ends = children.map(async (child) => {
    const [code] = (await once(child, 'exit')) as [number | null];
    running -= 1;
    return code;
  });
  await Promise.all(children.map((child, index) => Promise.race([once(child.stdout, 'data'), ends[index]])));
  let stops = 0;
  while (running === children.length) {
    const child = children[stops % children.length];
    child?.kill('SIGSTOP');
    stops += 1;
    await pause(leaseMs * 1.5);
    child?.kill('SIGCONT');
    await pause(leaseMs / 2);
  }
  expect(await Promise.all(ends)).toStrictEqual(children.map(() => 0));

  const reader = expectValue(openLedgerForReading(path));
  const events: LedgerEvent[] = [];
  for (let after: number | null = null; ; ) {
    const page = reader.page({ after, limit: 500, direction: 'ascending' });
    events.push(...page.events);
    after = page.next;
    if (after === null) break;
  }
  reader.close();
  let token = 0;
  const stepped: unknown[] = [];
  const owners = new Set<unknown>();
  for (const event of events) {
    if (event.type === 'lease.acquired') {
      expect(Number(event.data.token)).toBeGreaterThanOrEqual(token);
      expect(Number(event.data.token)).toBeLessThanOrEqual(token + 1);
      token = Number(event.data.token);
      owners.add(event.data.owner);
    }
    if (!event.type.startsWith('run.')) continue;
    expect([event.seq, event.data.token]).toStrictEqual([event.seq, token]);
    if (event.type === 'run.stepped') stepped.push(event.data.step);
  }
  expect(stepped).toStrictEqual(Array.from({ length: steps + 1 }, (_, index) => index + 1));
  process.stdout.write(`${stops} stops, ${owners.size} owners, ${token} tokens, 0 writes under an old token\n`);
}, 3_600_000);
