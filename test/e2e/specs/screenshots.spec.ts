// `MIZAN_SCREENSHOTS=1 npm run test:e2e -- screenshots`: writes docs/screenshots, each view in both themes, from the
// web door.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from '../doors/console.ts';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';
import { debateIds, holdConsensus, holdDissent, holdParked, holdRejected } from '../ledgers/debates.ts';
import { runMachines } from '../ledgers/machine-runs.ts';
import { runAgent } from '../ledgers/runs.ts';
import { runUnderPolicy } from '../ledgers/violations.ts';

const data = join(projectRoot, '..', 'shared', 'data', 'swe-bench-run');
const folder = join(projectRoot, 'docs', 'screenshots');

async function takeBoth(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The editor and the charts take their colours a frame later.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
  }
}

test.beforeEach(({ door }) => {
  test.skip(door !== 'web', 'the pictures come from the web door');
  test.slow();
  mkdirSync(folder, { recursive: true });
});

test('the first start and the sample', async ({ openConsole }) => {
  const { page } = await openConsole();
  const sample = page.getByRole('button', { name: 'Open the sample' });
  await expect(sample).toBeVisible();
  await takeBoth(page, 'first-run');
  await sample.click();
  await expect(page.getByRole('option', { name: /^pending/, selected: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.monaco-diff-editor .view-line').first()).toBeAttached();
  await takeBoth(page, 'gates');
});

test('a recorded run', async ({ home, openConsole }) => {
  test.skip(!existsSync(data), `the recorded run is not here: ${data}`);
  const path = home.path('team.mizan');
  const imported = home.mizan('import', 'swe-bench', data, '--ledger', path);
  expect(imported.code, imported.error).toBe(0);
  const { page } = await openConsole(path);
  await page.evaluate("location.hash = '#/work'");
  await page.getByRole('textbox', { name: 'Filter work' }).fill('claude-code');
  await page.evaluate("location.hash = '#/work/astropy__astropy-14598?agent=claude-code%2Fclaude-opus-4-5-20251101'");
  await expect(page.locator('.monaco-diff-editor .view-line').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Output of Tests' })).toBeVisible();
  await takeBoth(page, 'work');

  await page.evaluate("location.hash = '#/agents/claude-code%2Fclaude-opus-4-5-20251101'");
  await expect(page.getByRole('group', { name: /^Reputation over/ })).toBeVisible();
  await takeBoth(page, 'agents');

  await page.evaluate("location.hash = '#/ledger/16'");
  await expect(
    page.getByRole('region', { name: 'Event', exact: true }).getByText('#16', { exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Shift+A');
  await expect(page.getByText('Every event, payload and checkpoint holds.')).toBeVisible({ timeout: 30_000 });
  await takeBoth(page, 'ledger');
});

test('runs under the kernel', async ({ home, openConsole }) => {
  const { path } = createLedger(home, 'runs.mizan');
  runAgent(home, path, 'release-monday', ['issues', 'test-results']);
  runAgent(home, path, 'release-friday', ['issues', 'test-results', 'issues', 'shell']);
  runAgent(home, path, 'release-notes', ['issues', 'issues', 'issues']);
  const { page } = await openConsole(path);
  await page.evaluate("location.hash = '#/runs/release-friday'");
  await expect(page.getByRole('region', { name: 'Why it was refused' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Query' }).getByText(/What does shell say/)).toBeVisible();
  await takeBoth(page, 'runs');
});

test('runs of machines', async ({ home, openConsole }) => {
  const { path } = createLedger(home, 'machines.mizan');
  runAgent(home, path, 'release-monday', ['issues', 'test-results']);
  runMachines(home, path);
  const { page } = await openConsole(path);
  await page.evaluate("location.hash = '#/runs/release-24?kind=machine&step=2'");
  await expect(page.getByRole('region', { name: 'Graph of the machine release-note' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Runs it called or launched' })).toBeVisible();
  await expect(page.locator('.monaco-diff-editor .line-insert').first()).toBeVisible();
  await takeBoth(page, 'runs-machine');
});

test('findings of the five dimensions', async ({ home, openConsole }) => {
  const { path } = createLedger(home, 'shop.mizan');
  runUnderPolicy(home, path);
  const { page } = await openConsole(path);
  await page.evaluate("location.hash = '#/work/discounts'");
  await expect(page.getByRole('region', { name: 'Finding', exact: true })).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.locator('.mark-glyph-error').first()).toBeVisible();
  await page
    .getByRole('list', { name: 'Dimensions' })
    .getByRole('button', { name: /^Complexity/ })
    .click();
  await takeBoth(page, 'work-violations');
  await page.evaluate("location.hash = '#/rules/complexity%2Fcyclomatic'");
  await expect(page.getByRole('heading', { name: 'Too many branches' })).toBeVisible();
  await takeBoth(page, 'rules');
});

test('debates', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'deals.mizan');
  await holdConsensus(ledger);
  await holdDissent(ledger);
  await holdRejected(ledger);
  await holdParked(ledger);
  const { page } = await openConsole(ledger.path);
  await page.evaluate(`location.hash = '#/debates/${debateIds.parked}'`);
  const debate = page.getByRole('region', { name: 'Debate', exact: true });
  await expect(debate.getByRole('article').first()).toBeVisible();
  const evidence = page.getByRole('region', { name: 'Evidence', exact: true });
  await expect(evidence.getByRole('region', { name: /^Sanad of the claim/ })).toBeVisible();
  await expect(evidence.getByRole('img', { name: /^Confidence per round/ })).toBeVisible();
  await evidence.getByRole('region', { name: 'Claim', exact: true }).evaluate((block) => block.scrollIntoView());
  await takeBoth(page, 'debates');
});
