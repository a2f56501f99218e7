import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addCommands } from '../../../core/cli/commands.ts';
import type { CliContext } from '../../../core/cli/context.ts';

const context: CliContext = {
  environment: {},
  workingFolder: '/',
  clock: { now: () => 0 },
  random: { bytes: (count) => new Uint8Array(count) },
  interactive: false,
  out: () => undefined,
  error: () => undefined,
  readInput: async () => '',
  exitWith: () => undefined,
};

async function wordsFor(word: string | undefined): Promise<readonly string[]> {
  const program = new Command('mizan');
  await addCommands(program, context, [word]);
  return program.commands.map((command) => command.name());
}

it('loads exactly the command that the first word names', async () => {
  const all = await wordsFor(undefined);
  expect(all).toContain('gate');
  expect(new Set(all).size).toBe(all.length);
  for (const word of all) expect(await wordsFor(word)).toEqual([word]);
});

it('loads all of them for the help and for words that are none, and none for the version', async () => {
  const all = await wordsFor(undefined);
  expect(await wordsFor('--help')).toEqual(all);
  expect(await wordsFor('help')).toEqual(all);
  expect(await wordsFor('toString')).toEqual(all);
  expect(await wordsFor('--version')).toEqual([]);
});

async function ledgerWordsFor(...words: readonly string[]): Promise<readonly string[]> {
  const program = new Command('mizan');
  await addCommands(program, context, ['ledger', ...words]);
  return program.commands.flatMap((command) => command.commands.map((each) => each.name()));
}

it('loads of the ledger what the second word names, and all of it when it names nothing', async () => {
  const all = await ledgerWordsFor();
  expect(all).toEqual(['verify', 'log', 'prove', 'key', 'checkpoint', 'cosign', 'rebuild', 'redact']);
  expect(await ledgerWordsFor('--help')).toEqual(all);
  expect(await ledgerWordsFor('toString')).toEqual(all);
  for (const word of all) expect(await ledgerWordsFor(word)).toContain(word);
  expect(await ledgerWordsFor('verify')).toEqual(['verify']);
});
