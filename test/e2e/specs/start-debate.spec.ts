// A debate is begun in the console: a case is chosen and checked, the rules or a model play, and it can be cancelled.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { listDebates } from '../../../core/debate/index.ts';
import { openLedgerForReading } from '../../../core/ledger/index.ts';
import { startWireServer, type WireReply } from '../../unit/language-model/wire-server.ts';
import { type OpenConsole, projectRoot } from '../doors/console.ts';
import { expectValue } from '../expect-value.ts';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';

const pane = (page: Page) => page.getByRole('region', { name: 'Debate', exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Start a debate' });

/** Brings a case the way this door has: the system's dialog, or a path that is typed. */
async function bring({ page, app }: OpenConsole, path: string): Promise<void> {
  const dialog = dialogOf(page);
  if (app === null) {
    await dialog.getByRole('textbox', { name: 'Case' }).fill(path);
    await page.keyboard.press('Enter');
    return;
  }
  await app.evaluate((electron, chosen) => {
    electron.dialog.showOpenDialog = (() =>
      Promise.resolve({ canceled: false, filePaths: [chosen] })) as typeof electron.dialog.showOpenDialog;
  }, path);
  await dialog.getByRole('button', { name: 'Case' }).click();
}

function debatesIn(path: string) {
  const ledger = expectValue(openLedgerForReading(path));
  try {
    return listDebates(ledger, { status: undefined, text: undefined, cursor: null, limit: 10 }).rows;
  } finally {
    ledger.close();
  }
}

test('a case with problems shows their places; mended, it is debated by the rules', async ({ home, openConsole }) => {
  const { path } = createLedger(home, 'empty.mizan');
  const file = home.path('case.yml');
  writeFileSync(file, 'mizan_case: 1\ntitle: Bakery\nclaims: []\n');
  const console = await openConsole(path);
  const { page } = console;
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Start a debate' }).click();
  const dialog = dialogOf(page);
  const start = dialog.getByRole('button', { name: 'Start the debate' });
  await expect(start).toBeDisabled();
  await bring(console, file);
  await expect(dialog.getByText('cannot be debated')).toBeVisible();
  await expect(dialog.getByText(/^case\.yml:\d+:\d+$/).first()).toBeVisible();
  await expect(start).toBeDisabled();

  cpSync(join(projectRoot, 'docs/cases/bakery.yml'), file);
  await bring(console, file);
  await expect(dialog.getByText('can be debated')).toBeVisible();
  await expect(dialog.getByText('Harbour Bakery, purchase of a majority')).toBeVisible();
  await dialog.getByRole('spinbutton', { name: 'Rounds at most' }).fill('3');
  await start.click();
  await expect(dialog).toBeHidden();
  await expect(pane(page).getByRole('heading', { name: 'Harbour Bakery, purchase of a majority' })).toBeVisible();
  await expect(pane(page).getByText('It waits in round 1 of at most 3')).toBeVisible();
  await expect(pane(page).getByRole('button', { name: 'Cancel' })).toBeHidden();
  const [debate, ...others] = debatesIn(path);
  expect(others).toEqual([]);
  expect(debate).toMatchObject({ agents: 'rules', status: 'parked', maxRounds: 3 });
  expect(page.url()).toContain(`#/debates/${debate?.debateId}`);
});

test('a model plays; cancelled in the middle of a call, the debate stays whole and is resumed', async ({
  home,
  openConsole,
}) => {
  const { path } = createLedger(home, 'empty.mizan');
  let reply: WireReply = { kind: 'hang' };
  const server = await startWireServer(() => reply);
  const model = join(home.environment.XDG_CONFIG_HOME ?? '', 'mizan/models/local.yml');
  mkdirSync(dirname(model), { recursive: true });
  const endpoint = server.baseUrl('ollama');
  writeFileSync(model, `{mizan_model: 1, provider: ollama, model: small, base_url: ${endpoint}}`);
  const console = await openConsole(path);
  const { page } = console;
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page.getByText('No debate yet')).toBeVisible();
  // By the palette, as every other command.
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Type a command')).toBeFocused();
  await page.keyboard.type('start a deb');
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  await bring(console, join(projectRoot, 'docs/cases/bakery.yml'));
  await expect(dialog.getByText('can be debated')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Who plays the roles' }).selectOption({ label: 'local: small' });
  await expect(dialog.getByText(`are sent to ${endpoint}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Start the debate' }).click();
  await expect(pane(page).getByText('The advocate opens, finished steps')).toBeVisible();
  await expect.poll(() => server.requests.length).toBe(1);
  await pane(page).getByRole('button', { name: 'Cancel' }).click();
  await server.givenUp;
  await expect(pane(page).getByRole('status').filter({ hasText: 'was cancelled' })).toBeVisible();
  await expect(pane(page).getByText('cancelled', { exact: true })).toBeVisible();
  expect(debatesIn(path)).toMatchObject([{ agents: 'llm', status: 'cancelled', messages: 0, rejected: 0 }]);

  // The model answers by now, with nothing that holds up.
  reply = { kind: 'text', text: 'I would rather not.' };
  await pane(page).getByRole('button', { name: 'Resume' }).click();
  await expect(pane(page).getByText('A defect that no argument can mend ended the debate')).toBeVisible();
  await expect(pane(page).getByRole('button', { name: 'Resume' })).toBeHidden();
  expect(debatesIn(path)).toMatchObject([{ status: 'stopped', stopReason: 'CRITICAL_DEFECT', rejected: 2 }]);
  await server.close();
});
