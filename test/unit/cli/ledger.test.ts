import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { addLedgerCommands } from '../../../core/cli/ledger.ts';
import { openWorkingLedger } from '../../../core/working-ledger/index.ts';
import { systemRandom } from '../../../core/world/index.ts';
import { type CliRun, runCli } from '../../fixture/cli.ts';
import { expectValue, handClock, noteDraft, temporaryFolder } from '../../fixture/ledger.ts';
import { tamper } from '../../fixture/tamper.ts';

/** A person with a ledger of 13 events: twelve notes by an agent, each third with a body. */
function office() {
  const folder = temporaryFolder();
  const path = join(folder, 'ledger.mizan');
  const clock = handClock();
  const environment = {
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    MIZAN_LEDGER: path,
  };
  const configFolder = join(folder, 'config', 'mizan');
  const ledger = expectValue(openWorkingLedger(path, { clock, random: systemRandom, configFolder, create: true }));
  onTestFinished(() => ledger.close());
  const payloads = [{ name: 'log', mediaType: 'text/plain', body: 'a long story' }];
  for (let seq = 1; seq <= 12; seq += 1) {
    const actor = { kind: 'agent', id: 'robot' } as const;
    expectValue(ledger.append([noteDraft(`n ${seq}`, { actor, payloads: seq % 3 === 0 ? payloads : [] })]));
  }
  const mizan = (...words: string[]): Promise<CliRun> =>
    runCli({ workingFolder: folder, clock, environment }, async (context) => {
      const program = new Command('mizan').exitOverride();
      await addLedgerCommands(program, context, words[0]);
      await program.parseAsync(['ledger', ...words], { from: 'user' });
    });
  const publicKey = async () => (await mizan('key')).out.trim();
  return { folder, path, mizan, publicKey, ledger };
}

test('verify says what was checked, with and without a public key', async () => {
  const { mizan, publicKey, path } = office();
  const plain = await mizan('verify');
  expect(plain).toMatchObject({ code: 0, error: '' });
  expect(plain.out).toContain('Signatures were not checked');
  const signed = await mizan('verify', path, '--key', await publicKey(), '--projections');
  expect(signed.out).toContain('SOUND. Checkpoints signed with the given key cover 1 of 13 events.');
  const json = JSON.parse((await mizan('verify', '--json', '--key', await publicKey())).out);
  expect(json).toMatchObject({ ok: true, events: 13, payloads: 4, signed_events: 1, first_bad: null });
});

test('verify names the first bad event and ends with 1; a file that is no ledger ends with 2', async () => {
  const { mizan, path, ledger, publicKey } = office();
  const key = await publicKey();
  ledger.close();
  tamper(path, (database) => database.exec(`UPDATE payload SET body = x'00' WHERE seq = 6`));
  const run = await mizan('verify', '--key', key);
  expect(run.code).toBe(1);
  expect(run.out).toContain('NOT SOUND at event 6: The payload "log" of event 6 is not the one that was recorded');
  expect(await mizan('verify', 'none.mizan')).toMatchObject({ code: 2, out: '' });
  expect(await mizan('verify', '--key', 'nonsense')).toMatchObject({ code: 2, error: /public-key-malformed/ });
});

test('a key may stand in a file', async () => {
  const { mizan, publicKey, folder } = office();
  writeFileSync(join(folder, 'keys.txt'), `${await publicKey()}\n`);
  expect((await mizan('verify', '--key', 'keys.txt')).out).toContain('signed with the given key');
});

test('log filters, pages, and gives the hashed bytes as JSON lines', async () => {
  const { mizan } = office();
  const newest = await mizan('log', '--limit', '2', '--type', 'note.');
  expect(newest.out.split('\n').map((line) => line.split(' ')[0])).toEqual(['12', '11', '']);
  expect(newest.error).toContain('--after 11');
  const next = await mizan('log', '--limit', '20', '--after', '3', '--json', '--actor', 'agent:robot');
  const events = next.out
    .trim()
    .split('\n')
    .map((line) => z.object({ seq: z.number() }).parse(JSON.parse(line)));
  expect(events.map(({ seq }) => seq)).toEqual([2, 1]);
});

test('prove writes a file that is checked without the ledger', async () => {
  const { mizan, publicKey, folder, ledger } = office();
  const key = await publicKey();
  expect(await mizan('prove', '6')).toMatchObject({ code: 2, error: /event-not-signed/ });
  expect((await mizan('checkpoint')).out).toBe(ledger.latestCheckpoint()?.note);
  await mizan('prove', '6', '--body', 'log', '--out', 'proof.json');
  ledger.close();
  const good = await mizan('prove', '--check', 'proof.json', '--key', key);
  expect(good).toMatchObject({ code: 0, out: /The body log \(12 bytes\) is the one that was recorded/ });
  const file = join(folder, 'proof.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('n 6', 'n 7'));
  expect(await mizan('prove', '--check', 'proof.json', '--key', key)).toMatchObject({ code: 1, out: /does not hold/ });
  expect(await mizan('prove', '--check', 'none.json')).toMatchObject({ code: 2, error: /file-unreadable/ });
  expect((await mizan('prove')).code).toBe(2);
});

test('a witness cosigns a ledger that grew, and refuses one that was rolled back', async () => {
  const { mizan, publicKey, folder, path, ledger } = office();
  const key = await publicKey();
  const early = join(folder, 'early.mizan');
  const words = (file: string) => ['cosign', file, '--as', 'colleague', '--log-key', key] as const;
  await mizan('checkpoint');
  ledger.close();
  copyFileSync(path, early);
  expect((await mizan(...words(path), '--store')).out).toContain('— colleague ');
  const witnessKey = (await mizan('key', '--witness', 'colleague')).out.trim();
  await mizan('redact', '3', 'log', '--reason', 'private', '--as', 'jane');
  expect((await mizan(...words(path))).code).toBe(0);
  expect(await mizan(...words(early))).toMatchObject({ code: 1, error: /witness-size-conflict/ });
  const audit = JSON.parse((await mizan('verify', '--json', '--key', key, '--key', witnessKey)).out);
  expect(audit).toMatchObject({ ok: true, cosignatures: 1, redacted: 1, signed_events: 14 });
});

test('rebuild says whether the views were what the events say', async () => {
  const { mizan, path, ledger } = office();
  ledger.close();
  expect(await mizan('rebuild')).toMatchObject({ code: 0, out: /Every view is the same/ });
  const forged = `INSERT INTO agents (agent_id, reputation, level, last_seen) VALUES ('x', 1, 'autonomous', '')`;
  tamper(path, (database) => database.exec(forged));
  expect(await mizan('verify', '--projections')).toMatchObject({ code: 1, out: /view agents is not what/ });
  expect(await mizan('rebuild')).toMatchObject({ code: 1, out: /were not what the events say: agents/ });
  expect((await mizan('verify', '--projections')).code).toBe(0);
});
