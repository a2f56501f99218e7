import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveConsole, type Terminal } from '../../../core/cli/console.ts';
import { type CliRun, runCli } from '../../fixture/cli.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';

/** A person who does `act` with the printed address and then presses Ctrl-C. */
function setUp(act: (address: string, pressEnter: () => void) => Promise<void> = async () => undefined) {
  const folder = temporaryFolder();
  const assetsFolder = join(folder, 'renderer');
  mkdirSync(assetsFolder);
  writeFileSync(join(assetsFolder, 'index.html'), '<!doctype html><title>Mizan</title>');
  const opened: string[] = [];
  let pressEnter: () => void = () => undefined;
  const terminal: Terminal = {
    onLine: (listener) => {
      pressEnter = listener;
      return () => undefined;
    },
    openAddress: (address) => opened.push(address),
    untilInterrupted: () => act(opened[0] ?? '', () => pressEnter()),
  };
  const run = (options: Partial<Parameters<typeof serveConsole>[0]>): Promise<CliRun> =>
    runCli({ environment: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }, workingFolder: folder }, (context) =>
      serveConsole({ port: 0, open: true, ...options }, context, terminal, assetsFolder),
    );
  return { folder, opened, run };
}

describe('mizan console', () => {
  test('prints one address, opens it, and ends cleanly', async () => {
    let page = '';
    const { run, opened } = setUp(async (address) => {
      const reply = await fetch(address, { redirect: 'manual' });
      const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
      page = await (await fetch(new URL('/', address), { headers: { cookie } })).text();
    });
    const { code, out, error } = await run({});
    expect(code).toBe(0);
    expect(error).toBe('');
    expect(page).toContain('<title>Mizan</title>');
    expect(out.match(/http:\S+/g)).toEqual(opened);
    await expect(fetch(opened[0] ?? '')).rejects.toThrow();
  });

  test('Enter prints another address that works', async () => {
    const { run } = setUp(async (_address, pressEnter) => pressEnter());
    const addresses = (await run({ open: false })).out.match(/http:\S+/g) ?? [];
    expect(addresses).toHaveLength(2);
    expect(addresses[0]).not.toBe(addresses[1]);
  });

  test('a ledger that is not there is named, and nothing is served', async () => {
    const { run, opened, folder } = setUp();
    const { code, out, error } = await run({ ledger: 'missing.mizan' });
    expect(code).toBe(2);
    expect(error).toContain(join(folder, 'missing.mizan'));
    expect(error).toContain('ledger-not-found');
    expect([out, opened]).toEqual(['', []]);
  });

  test('a port that somebody else has is a problem, not a crash', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    onTestFinished(() => void other.close());
    const { run } = setUp();
    const { code, error } = await run({ port: (other.address() as AddressInfo).port });
    expect(code).toBe(2);
    expect(error).toContain('port-in-use');
  });
});
