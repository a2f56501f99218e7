// Findings of the five dimensions, from a real run under a policy: seen at their lines, walked, filtered, explained,
// called a false alarm, accepted as a risk. The file on disk tells the same as the screen.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openLedgerForReading } from '../../../core/ledger/index.ts';
import { expectValue } from '../expect-value.ts';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';
import { readDecisions } from '../ledgers/read-decisions.ts';
import { runUnderPolicy } from '../ledgers/violations.ts';

test('findings at their lines, and what a person says to them', async ({ home, openConsole }) => {
  test.slow();
  const ledger = createLedger(home, 'shop.mizan');
  runUnderPolicy(home, ledger.path);
  const passphrase = 'a good passphrase';
  const { page } = await openConsole(ledger.path);
  const { keyboard } = page;
  await page.evaluate("location.hash = '#/work/discounts'");
  const task = page.getByRole('region', { name: 'Task' });

  // Nine checks, each with its word; the first that failed is open with its findings.
  const strip = task.getByRole('list', { name: 'Dimensions' });
  for (const [name, word] of [
    ['Scope', 'failed'],
    ['Hallucination', 'failed'],
    ['Style', '2 warnings'],
    ['Semantics', 'failed'],
    ['Complexity', 'failed'],
  ] as const) {
    await expect(strip.getByRole('button', { name: new RegExp(`^${name} ${word} · .*(ms| s)$`) })).toBeVisible();
  }
  await expect(task.getByText('The checks disagree: Scope failed.')).toBeVisible();
  await expect(task.getByRole('region', { name: 'Findings of Scope' })).toContainText('forbidden path');

  // The walk: F8 goes on, round the files; the bar says what is looked at.
  const finding = task.getByRole('region', { name: 'Finding', exact: true });
  await expect(finding).toContainText("The file is in the forbidden path 'config/'");
  await keyboard.press('F8');
  await expect(task.getByRole('button', { name: /^M modified src\/orders\.ts/, pressed: true })).toBeVisible();
  await keyboard.press('Shift+F8');
  await expect(finding).toContainText('forbidden path');

  // The filter: one check alone is marked and walked.
  await task.getByRole('combobox', { name: 'Show' }).selectOption('hallucination');
  await expect(task.getByText('1 place marked')).toBeVisible();
  await expect(finding).toContainText("Called undefined function 'roundMoney'");
  await expect(task.locator('.mark-glyph-error')).toHaveCount(1);
  expect(await seriousFindings(page), 'axe on findings').toEqual([]);

  // The rule, by key, and back.
  await keyboard.press('i');
  const rule = page.getByRole('region', { name: 'Rule', exact: true });
  await expect(rule.getByRole('heading', { name: 'A name that nothing defines' })).toBeVisible();
  await expect(rule.getByText('What it means')).toBeVisible();
  expect(await seriousFindings(page), 'axe on a rule').toEqual([]);
  await page.goBack();

  // A false alarm: the reviewer's key first, then the reason, then the ledger.
  await strip.getByRole('button', { name: /^Style/ }).click();
  await task
    .getByRole('region', { name: 'Findings of Style' })
    .getByRole('button', { name: /docstring/ })
    .click();
  await expect(finding).toContainText('has no docstring');
  await keyboard.press('f');
  await enroll(page, 'Ada Reviewer', passphrase);
  await expect(task.getByLabel('Why the rule is wrong here')).toBeFocused();
  await keyboard.type('It is internal to the shop.');
  await keyboard.press('Control+Enter');
  await expect(finding).toContainText('Called a false alarm by ada.reviewer');
  await keyboard.press('i');
  await expect(rule).toContainText('1 of 2 findings');
  await expect(page.getByRole('region', { name: 'Evidence' }).getByText('It is internal to the shop.')).toBeVisible();
  await page.goBack();
  await finding.getByRole('button', { name: /Not a false alarm/ }).click();
  await expect(finding).not.toContainText('Called a false alarm');

  // An accepted risk: a gate, with a reason and a signature.
  await task.getByRole('combobox', { name: 'Show' }).selectOption('complexity');
  await expect(finding).toContainText('cyclomatic complexity of 6');
  await keyboard.press('v');
  const form = page.getByRole('form', { name: 'Approve' });
  await expect(form.getByLabel('Reason')).toBeFocused();
  await keyboard.type('Four cases, all tested.');
  await keyboard.press('Control+Enter');
  await expect(page.getByRole('status', { name: 'Last decision' })).toContainText('approved');
  await page.evaluate("location.hash = '#/work/discounts'");
  await task.getByRole('combobox', { name: 'Show' }).selectOption('complexity');
  await expect(finding).toContainText('Risk accepted by ada.reviewer');

  // The file alone tells the same.
  const [decision] = readDecisions(ledger.path);
  expect(decision).toMatchObject({ verb: 'approve', signer: 'ada.reviewer', inTree: true });
  const reader = expectValue(openLedgerForReading(ledger.path));
  const marks = reader.page({ filter: { type: 'finding.' }, limit: 9, direction: 'ascending' }).events;
  expect(marks.map(({ type, actor, data }) => [type, actor.id, data.rule, data.mark ?? null])).toEqual([
    ['finding.marked', 'ada.reviewer', 'style/docstring', 'false-alarm'],
    ['finding.marked', 'ada.reviewer', 'style/docstring', 'withdrawn'],
    ['finding.risk_asked', 'ada.reviewer', 'complexity/cyclomatic', null],
  ]);
  reader.close();
  const rebuilt = home.mizan('ledger', 'rebuild', '--ledger', ledger.path);
  expect(rebuilt.code, rebuilt.error).toBe(0);
  expect(rebuilt.out).toContain('Every view is the same as before');
});

async function seriousFindings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

async function enroll(page: Page, name: string, passphrase: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel(/^Passphrase/).fill(passphrase);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}
