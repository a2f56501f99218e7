import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { outputText, type ProcessRun, runProcess } from '../../../core/sandbox/index.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';

function shell(script: string, more: Partial<ProcessRun> = {}): Promise<Awaited<ReturnType<typeof runProcess>>> {
  return runProcess({
    command: ['/bin/sh', '-c', script],
    folder: temporaryFolder(),
    environment: { PATH: process.env.PATH ?? '' },
    input: '',
    timeoutMs: null,
    outputLimit: 4096,
    graceMs: 0,
    signal: null,
    onOutput: null,
    ...more,
  });
}

/** Processes whose command line holds this text. */
function running(text: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(text);
      } catch {
        // It ended while it was being looked at.
        return false;
      }
    });
}

describe('running a program', () => {
  it('gives it its input and keeps both of its outputs', async () => {
    const { ending, output } = await shell('cat; echo oops >&2; exit 3', { input: 'prompt\n' });
    expect(ending).toEqual({ kind: 'exited', code: 3 });
    expect(outputText(output)).toContain('prompt');
    expect(outputText(output)).toContain('oops');
  });

  it('does not mind a program that never reads its input', async () => {
    expect((await shell('exit 0', { input: 'x'.repeat(2_000_000) })).ending).toEqual({ kind: 'exited', code: 0 });
  });

  it('gives it only the environment that was asked for', async () => {
    const { output } = await shell('env | cut -d= -f1 | sort');
    expect(
      outputText(output)
        .split('\n')
        .filter((name) => !['PATH', 'PWD', '_', 'SHLVL', 'OLDPWD', ''].includes(name)),
    ).toEqual(['MIZAN_RUN']);
  });

  it('says that a program could not be started', async () => {
    const { ending } = await runProcess({
      ...{ command: ['no-such-program'], folder: temporaryFolder(), environment: {}, input: '', timeoutMs: null },
      ...{ outputLimit: 10, graceMs: 0, signal: null, onOutput: null },
    });
    expect(ending).toMatchObject({ kind: 'not-started' });
  });

  it('ends it at its time limit', async () => {
    const { ending, durationMs } = await shell('echo begun; sleep 60', { timeoutMs: 300 });
    expect(ending).toEqual({ kind: 'timed-out' });
    expect(durationMs).toBeLessThan(10_000);
  });

  it.each([
    ['a child', 'sleep 61.1 & exit 0', 'sleep\u000061.1'],
    [
      'a child in its own session that ignores signals',
      `setsid sh -c 'trap "" TERM HUP INT; sleep 61.2; :' & exit 0`,
      '61.2',
    ],
    ['an orphan of an orphan', `(setsid sh -c '(setsid sleep 61.3 &) ; exit 0' &) ; exit 0`, '61.3'],
    ['an orphan without its environment', `setsid env -i sleep 61.4 & sleep 0.5; exit 0`, '61.4'],
  ])('leaves nothing behind: %s', async (_, script, trace) => {
    expect((await shell(script)).ending).toEqual({ kind: 'exited', code: 0 });
    expect(running(trace)).toEqual([]);
  });

  it('lets a cancelled program tidy up, and kills one that does not', async () => {
    const folder = temporaryFolder();
    const controller = new AbortController();
    const tidy = shell(`trap 'echo bye > ${join(folder, 'bye')}; exit 0' TERM; echo on; while :; do sleep 0.05; done`, {
      signal: controller.signal,
      graceMs: 5000,
      onOutput: () => controller.abort(),
    });
    expect((await tidy).ending).toEqual({ kind: 'cancelled' });
    expect(existsSync(join(folder, 'bye'))).toBe(true);

    const stubborn = new AbortController();
    const run = shell(`trap '' TERM; echo on; while :; do sleep 0.05; done`, {
      signal: stubborn.signal,
      graceMs: 200,
      onOutput: () => stubborn.abort(),
    });
    expect((await run).ending).toEqual({ kind: 'cancelled' });
  });

  it('does not begin when it was cancelled before', async () => {
    const folder = temporaryFolder();
    const { ending } = await shell(`touch ${join(folder, 'begun')}`, { signal: AbortSignal.abort() });
    await wait(50);
    expect(ending).toEqual({ kind: 'cancelled' });
    expect(existsSync(join(folder, 'begun'))).toBe(false);
  });
});
