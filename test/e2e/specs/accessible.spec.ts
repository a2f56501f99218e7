// No serious or critical finding of axe in any view, light and dark. Contrast is part of it.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';
import { holdRejected } from '../ledgers/debates.ts';
import { runMachines } from '../ledgers/machine-runs.ts';
import { runAgent } from '../ledgers/runs.ts';
import { addWork } from '../ledgers/work.ts';

const views = [
  ['g', 'Gates'],
  ['w', 'Work'],
  ['d', 'Debates'],
  ['u', 'Runs'],
  ['a', 'Agents'],
  ['l', 'Events'],
] as const;

async function findings(page: Page): Promise<readonly string[]> {
  // One document, so nothing is lost in the mode without a second page, which Electron needs.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every view is accessible in ${colorScheme}`, async ({ home, openConsole }) => {
    test.slow();
    const ledger = createLedger(home, 'team.mizan');
    ledger.write(addWork);
    ledger.openGate();
    runAgent(home, ledger.path, 'refused', ['issues', 'shell']);
    await holdRejected(ledger);
    const { page } = await openConsole(ledger.path);
    await page.emulateMedia({ colorScheme });
    for (const [key, view] of views) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect(page.getByRole('listbox', { name: view })).toBeVisible();
      await expect(page.getByRole('option').first()).toBeVisible();
      expect(await findings(page), `${view} in ${colorScheme}`).toEqual([]);
    }
    runMachines(home, ledger.path);
    await page.evaluate("location.hash = '#/runs/release-24?kind=machine&step=1'");
    for (const shape of ['Graph', 'List']) {
      await page.getByText(shape, { exact: true }).click();
      await expect(page.getByText('agent writer').first()).toBeVisible();
      await expect(page.locator('.monaco-diff-editor .view-line').first()).toBeVisible();
      expect(await findings(page), `a machine as ${shape} in ${colorScheme}`).toEqual([]);
    }
    for (const [keys, dialog] of [
      ['Shift+?', 'Keyboard and signs'],
      ['Control+k', /command/i],
      ['Shift+D', 'Start a debate'],
    ] as const) {
      await page.keyboard.press(keys);
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      expect(await findings(page), `${dialog} in ${colorScheme}`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  });

  test(`the first start is accessible in ${colorScheme}`, async ({ openConsole }) => {
    const { page } = await openConsole();
    await page.emulateMedia({ colorScheme });
    await expect(page.getByRole('main')).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}
