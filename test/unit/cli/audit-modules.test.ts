import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLedger } from '../../../core/ledger/index.ts';
import { systemRandom } from '../../../core/world/index.ts';
import { expectValue, handClock, temporaryFolder } from '../../fixture/ledger.ts';

/** Preloaded: says on standard error, line by line, which rooms the program loads. */
const tellRooms = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  const room = /\\/core\\/([^/]+)\\//.exec(url)?.[1];
  if (room !== undefined) process.stderr.write(room + '\\n');
  return next(url, context);
} });`;

function roomsOf(...words: readonly string[]): ReadonlySet<string> {
  const preloaded = `data:text/javascript,${encodeURIComponent(tellRooms)}`;
  const run = spawnSync(process.execPath, ['--import', preloaded, 'core/cli/main.ts', ...words], { encoding: 'utf8' });
  expect(run.status, run.stderr).toBe(0);
  return new Set(run.stderr.trim().split('\n'));
}

it('audits a ledger without the rooms that only views need, which would take as much memory again', () => {
  const path = join(temporaryFolder(), 'ledger.mizan');
  const options = { projections: [], clock: handClock(), random: systemRandom, create: true };
  expectValue(openLedger(path, options)).close();
  const rooms = roomsOf('ledger', 'verify', path);
  expect(rooms).toContain('ledger');
  for (const room of ['working-ledger', 'machine', 'contracts', 'debate', 'review']) expect(rooms).not.toContain(room);
  expect(roomsOf('ledger', 'rebuild', '--help')).toContain('working-ledger');
});
