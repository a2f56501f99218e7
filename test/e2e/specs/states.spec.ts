// What the console shows when there is nothing, when something is not there, and when the file is not what it was.
import { writeFileSync } from 'node:fs';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';

test('an empty ledger says so in every view', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'empty.mizan');
  const { page } = await openConsole(ledger.path);
  const main = page.getByRole('main');
  for (const [key, text] of [
    ['g', /no gate yet/i],
    ['w', /no work yet/i],
    ['u', /no run yet/i],
    ['a', /no agent/i],
    ['l', /ledger was created|ledger\.created|no event/i],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(main.getByText(text).first()).toBeVisible();
  }
});

test('a place that is not there says what is missing', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'empty.mizan');
  const { page } = await openConsole(ledger.path);
  for (const place of ['#/gates/gate-none', '#/work/none', '#/runs/none', '#/agents/none', '#/ledger/99']) {
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    await expect(
      page
        .getByRole('alert')
        .or(page.getByText(/there is no|no such|not there/i))
        .first(),
    ).toBeVisible();
  }
});

test('a file that is no ledger is refused with a reason, and the start stays', async ({ home, openConsole }) => {
  const path = home.path('notes.mizan');
  writeFileSync(path, 'not a ledger');
  const { page, app } = await openConsole();
  const shown = page.getByRole('main');
  if (app === null) {
    await page.getByRole('textbox').fill(path);
    await page.keyboard.press('Enter');
  } else {
    await app.evaluate(({ dialog }, chosen) => {
      const answer = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
      dialog.showOpenDialog = answer as typeof dialog.showOpenDialog;
    }, path);
    await page.getByRole('button', { name: 'Choose a file…' }).click();
  }
  await expect(shown.getByRole('alert')).toContainText(/ledger/i);
  await expect(page.getByRole('button', { name: 'Open the sample' })).toBeEnabled();
});
