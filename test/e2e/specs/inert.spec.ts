// Agent text is data: in every view it shows as what it is, and nothing in it runs, loads or leads anywhere.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';
import { debateIds, holdHostile } from '../ledgers/debates.ts';
import { addHostileRun, addHostileWork, hostileGate } from '../ledgers/hostile.ts';

/** What a page could do if the text got through, collected while the views are shown. */
function watch(page: Page): { readonly violations: string[]; readonly requests: string[] } {
  const violations: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(error.message));
  page.on('request', (request) => {
    if (/evil\.example/.test(request.url())) requests.push(request.url());
  });
  return { violations, requests };
}

async function expectInert(page: Page): Promise<void> {
  expect(await page.evaluate('window.ran ?? "nothing"')).toBe('nothing');
  const alive = await page.evaluate(`[
    ...document.querySelectorAll('iframe, object, embed, form[action], script:not([src]), [onload], [onerror]'),
    ...[...document.querySelectorAll('img, source, video, audio, image')].filter((one) => /evil/.test(one.outerHTML)),
    ...[...document.querySelectorAll('a')].filter((one) => !/^(#|$)/.test(one.getAttribute('href') ?? '')),
  ].map((one) => one.outerHTML.slice(0, 200))`);
  expect(alive).toEqual([]);
}

test('a gate full of markup shows it as text', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'hostile.mizan');
  ledger.openGate(hostileGate);
  const { page } = await openConsole(ledger.path);
  const seen = watch(page);
  const briefing = page.getByRole('region', { name: 'Briefing' });
  await expect(briefing.getByText('<script>window.ran = "script"</script>').first()).toBeVisible();
  await expect(briefing.getByText('onerror="window.ran = 4"').first()).toBeVisible();
  const folded = briefing.getByRole('button', { name: /^Open the whole text/ });
  expect(await folded.count()).toBeGreaterThan(0);
  while ((await folded.count()) > 0) await folded.first().click();
  await briefing.getByText('Canonical JSON, exactly as the digest covers it').click();
  await expectInert(page);
  expect(seen).toEqual({ violations: [], requests: [] });
});

test('hostile work shows as text in Work, Agents and Ledger', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'hostile.mizan');
  ledger.write(addHostileWork);
  const { page } = await openConsole(ledger.path);
  const seen = watch(page);
  for (const [key, list] of [
    ['w', 'Work'],
    ['a', 'Agents'],
    ['l', 'Events'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(page.getByRole('listbox', { name: list })).toBeVisible();
    await page.getByRole('option').first().click();
    await expect(page.getByText('window.ran').first()).toBeVisible();
    await expectInert(page);
  }
  expect(seen).toEqual({ violations: [], requests: [] });
});

test('a machine full of markup shows it as text, as a graph and as a list', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'hostile.mizan');
  addHostileRun(home, ledger.path);
  const { page } = await openConsole(ledger.path);
  const seen = watch(page);
  await page.evaluate("location.hash = '#/runs/hostile?kind=machine&step=1'");
  await expect(page.locator('.state-node').getByText('window.ran').first()).toBeVisible();
  await expect(page.locator('.monaco-diff-editor .view-line').first()).toBeVisible();
  await expectInert(page);
  await page.getByText('List', { exact: true }).click();
  await expect(page.getByText('onerror="window.ran = 4"').first()).toBeVisible();
  await page.getByRole('listbox', { name: 'Steps' }).getByRole('option').last().click();
  await expect(page.getByRole('region', { name: 'Step 2, not finished' })).toContainText('window.ran');
  await expectInert(page);
  // What to paste into a terminal is only offered where every name in it is a plain word.
  await expect(page.getByText(/^It needs the agent/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy command' })).toHaveCount(0);
  expect(seen).toEqual({ violations: [], requests: [] });
});

test('a hostile debate shows as text: messages, accounts, claims and their sanad', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'hostile.mizan');
  await holdHostile(ledger);
  const { page } = await openConsole(ledger.path);
  const seen = watch(page);
  await page.evaluate(`location.hash = '#/debates/${debateIds.hostile}'`);
  const debate = page.getByRole('region', { name: 'Debate', exact: true });
  await expect(debate.getByText('<script>window.ran = "script"</script>').first()).toBeVisible();
  const opening = debate.getByRole('article', { name: 'Advocate opens, round 1', exact: true });
  await expect(opening.getByText('image, not loaded')).toBeVisible();
  await opening.getByText('counter-hypothesis').click();
  await expect(opening.getByText('What would prove it wrong')).toBeVisible();
  await opening.getByRole('button').first().click();
  const evidence = page.getByRole('region', { name: 'Evidence', exact: true });
  await expect(
    evidence.getByRole('region', { name: 'What the claim says' }).getByText('window.ran').first(),
  ).toBeVisible();
  await expect(evidence.getByRole('region', { name: /^Sanad of the claim/ })).toBeVisible();
  await expectInert(page);
  expect(seen).toEqual({ violations: [], requests: [] });
});
