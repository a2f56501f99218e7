// The first start: nothing to configure, a sample made by the real rooms, one thing to decide.
import { join } from 'node:path';
import { expect, test } from '../fixture.ts';
import { readDecisions } from '../ledgers/read-decisions.ts';

test('a newcomer opens the sample and decides its waiting gate by keyboard alone', async ({ home, openConsole }) => {
  test.slow();
  const { page } = await openConsole();
  const { keyboard } = page;
  const sample = page.getByRole('button', { name: 'Open the sample' });
  await expect(sample).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Open the sample', /ledger/, /import|repository/i]);
  await sample.focus();
  await keyboard.press('Enter');

  const waiting = page.getByRole('option', { name: /^pending/, selected: true });
  await expect(waiting).toBeVisible({ timeout: 60_000 });
  const reason = page.getByRole('form', { name: 'Reject' }).getByRole('textbox');
  // No key reaches a gate in its first 350 ms, so the first press may come too early.
  await expect(async () => {
    await keyboard.press('r');
    await expect(reason).toBeFocused({ timeout: 1000 });
  }).toPass();
  await keyboard.type('The sessions of a signed-in person must stay.');
  await keyboard.press('Control+Enter');
  await expect(page.getByRole('status', { name: 'Last decision' })).toContainText('rejected');

  const decisions = readDecisions(join(home.folder, 'data', 'mizan', 'sample.mizan'));
  expect(decisions.at(-1)).toMatchObject({ verb: 'reject', signer: 'you', inTree: true });
});
