/**
 * Power cuts at random writes: everything that was not synced is gone, or half of it. Nothing that was acknowledged may
 * be lost. The control runs the same with synchronous=NORMAL, the default of WAL mode, and has to lose something: else
 * the test could not see a loss. `MIZAN_LONG=1` runs 300 cuts of each.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixture/ledger.ts';
import { aftermath } from './crash/check.ts';

const writer = fileURLToPath(new URL('./crash/writer.ts', import.meta.url));
const source = fileURLToPath(new URL('./crash/power-cut.c', import.meta.url));
const hasCompiler = process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0;
const cuts = process.env.MIZAN_LONG === '1' ? 300 : 12;

/** Cuts before a new ledger is begun: each look at a ledger audits it whole. */
const cutsPerLedger = 50;

interface Machine {
  readonly library: string;
  /** What the running process sees. */
  readonly folder: string;
  /** What is left when the power goes. */
  readonly disk: string;
}

function buildMachine(): Machine {
  const place = temporaryFolder();
  const machine = { library: join(place, 'power-cut.so'), folder: join(place, 'folder'), disk: join(place, 'disk') };
  mkdirSync(machine.folder);
  mkdirSync(machine.disk);
  const built = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-Wall', '-o', machine.library, source, '-ldl']);
  if (built.status !== 0) throw new Error(built.stderr.toString());
  return machine;
}

/**
 * Runs the writer until the power is cut and starts the machine again from its disk. Returns the last promised size.
 */
function writeUntilCut(
  { library, folder, disk }: Machine,
  synchronous: 'FULL' | 'NORMAL',
  { after, keep, seed }: { readonly after: number; readonly keep: number; readonly seed: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, join(folder, 'cut.mizan'), synchronous], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        LD_PRELOAD: library,
        POWERCUT_FOLDER: folder,
        POWERCUT_DISK: disk,
        POWERCUT_AFTER: `${after}`,
        POWERCUT_KEEP: `${keep}`,
        POWERCUT_SEED: `${seed}`,
      },
    });
    let promised = 0;
    createInterface({ input: child.stdout }).on('line', (line) => {
      promised = Number(line);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 99) return reject(new Error(`the writer ended with ${code}, not by a power cut`));
      rmSync(folder, { recursive: true });
      cpSync(disk, folder, { recursive: true });
      resolve(promised);
    });
  });
}

async function cutAgainAndAgain(synchronous: 'FULL' | 'NORMAL'): Promise<{ acknowledged: number; lost: number }> {
  let machine: Machine | null = null;
  let from = 1;
  let acknowledged = 0;
  let lost = 0;
  for (let round = 0; round < cuts; round += 1) {
    const isFirst = round % cutsPerLedger === 0;
    if (machine === null || isFirst) {
      machine = buildMachine();
      from = 1;
    }
    // The first cut comes late enough for the ledger to have been made; later ones also hit its recovery.
    const after = (isFirst ? 500 : 1) + Math.floor(Math.random() * 4000);
    const promised = await writeUntilCut(machine, synchronous, { after, keep: round % 2 === 0 ? 0 : 50, seed: round });
    const rest = aftermath(join(machine.folder, 'cut.mizan'), from, promised);
    acknowledged += Math.max(promised - from, 0);
    lost += rest.lost;
    from = rest.size;
  }
  console.log(
    `power cuts, synchronous=${synchronous}: ${cuts} cuts, ${acknowledged} acknowledged events, ${lost} lost`,
  );
  return { acknowledged, lost };
}

test.skipIf(!hasCompiler)(`${cuts} power cuts lose no acknowledged event`, { timeout: cuts * 10_000 }, async () => {
  expect(await cutAgainAndAgain('FULL')).toMatchObject({ lost: 0 });
});

test.skipIf(!hasCompiler)('the control, synchronous=NORMAL, loses some', { timeout: cuts * 10_000 }, async () => {
  expect((await cutAgainAndAgain('NORMAL')).lost).toBeGreaterThan(0);
});
