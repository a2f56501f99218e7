// Runs of agents under the decision kernel: each step with its verdict, what it cost, and why a call was refused.
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';
import { runAgent } from '../ledgers/runs.ts';

test('a refused call is on screen with its reasons, and its budgets and event beside it', async ({
  home,
  openConsole,
}) => {
  const { path } = createLedger(home, 'runs.mizan');
  runAgent(home, path, 'refused', ['issues', 'test-results', 'shell']);
  const { page } = await openConsole(path);
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page.getByRole('listbox', { name: 'Runs' }).getByRole('option')).toHaveAccessibleName(
    /stopped.*refused/,
  );
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByText('100 of 200 tokens')).toBeVisible();
  await expect(run.getByText('25 of 60 s')).toBeVisible();
  await expect(run.getByText(/^Step 3 was refused: shell needs to execute code/)).toBeVisible();

  const steps = page.getByRole('listbox', { name: 'Steps' });
  await expect(steps.getByRole('option')).toHaveCount(3);
  // The step that was refused is what the view opens with.
  const refused = steps.getByRole('option', { selected: true });
  await expect(refused).toContainText('refused');
  await expect(refused).toContainText('call shell');
  const why = page.getByRole('region', { name: 'Why it was refused' });
  await expect(why).toContainText('needs to execute code, which is not granted');
  await expect(why).toContainText(/150 tokens/);

  await steps.focus();
  await page.keyboard.press('Home');
  await expect(steps.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expect(steps.getByRole('option').first()).toContainText('−40 tokens, −10 s');
  const state = page.getByRole('region', { name: 'State before and after' });
  await expect(state.getByRole('row', { name: /^Tokens left 200 160/ })).toContainText('changed');
  await expect(state.getByRole('row', { name: /^May execute no no$/ })).toBeVisible();
  await expect(page.getByText('Two issues are open.')).toBeVisible();
  await page.getByRole('link', { name: /^#\d+ verdict$/ }).click();
  await page.getByRole('link', { name: 'agent_run:refused' }).click();
  await expect(page.getByRole('listbox', { name: 'Steps' })).toBeVisible();
});
