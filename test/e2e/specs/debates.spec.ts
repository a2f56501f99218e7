// Debates: read as a conversation, with what was rejected and what each claim rests on; a person decides and it goes
// on.
import type { Page } from '@playwright/test';
import { listDebates } from '../../../core/debate/index.ts';
import { openLedgerForReading } from '../../../core/ledger/index.ts';
import { enrollByKeyboard } from '../enroll.ts';
import { expectValue } from '../expect-value.ts';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';
import { debateIds, holdConsensus, holdDissent, holdParked, holdRejected, holdReplay } from '../ledgers/debates.ts';
import { readDecisions } from '../ledgers/read-decisions.ts';

const pane = (page: Page) => page.getByRole('region', { name: 'Debate', exact: true });
const evidence = (page: Page) => page.getByRole('region', { name: 'Evidence', exact: true });

async function openDebate(page: Page, title: RegExp): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByRole('listbox', { name: 'Debates' }).getByRole('option', { name: title }).click();
}

test('a person answers the arbiter, and the debate goes on with the answer', async ({ home, openConsole }) => {
  test.slow();
  const ledger = createLedger(home, 'debates.mizan');
  await holdParked(ledger);
  const { page } = await openConsole(ledger.path);
  const { keyboard } = page;
  await openDebate(page, /Harbour Bakery/);
  await expect(pane(page).getByText('It waits in round 1 of at most 5')).toBeVisible();

  // A ruling says in words what it is about.
  const closing = pane(page).getByRole('article', { name: 'Arbiter closes the round, round 1' });
  const ruled = closing.getByRole('list', { name: 'Rulings' }).getByRole('listitem').filter({ hasText: 'CIRCULARITY' });
  await expect(ruled.getByText('said by the sanad breaker in round 1')).toBeVisible();
  await expect(ruled.getByText(/is not sound: The Tidewater Courier/)).toBeVisible();
  await expect(ruled.getByRole('button', { name: 'Copy challenge id' })).toBeVisible();

  // A claim leads to its sanad: as a graph, and as a list.
  await pane(page)
    .getByRole('button', { name: /90% of the customers/ })
    .first()
    .click();
  await expect(evidence(page).getByRole('region', { name: /^Sanad of the claim: 90%/ })).toBeVisible();
  await expect(
    evidence(page).getByRole('region', { name: 'Sanad' }).getByText('Tidewater Courier').first(),
  ).toBeVisible();
  await expect(evidence(page).getByRole('region', { name: 'Defects' }).getByText('CIRCULARITY')).toBeVisible();

  // To the gate and back: the question names its debate.
  await pane(page).getByRole('link', { name: 'Decide what it waits for' }).click();
  await expect(page.getByRole('region', { name: 'Briefing' })).toBeVisible();
  const back = page
    .getByRole('region', { name: 'Briefing' })
    .getByRole('link', { name: /Whether|claim/ })
    .first();
  await expect(back).toHaveAttribute('href', `#/debates/${debateIds.parked}`);
  await enrollByKeyboard(page, 'Ada Reviewer', 'a good passphrase');
  await expect(page.getByRole('button', { name: /^Reject/ })).toBeEnabled();
  await keyboard.press('r');
  await expect(page.getByRole('form', { name: 'Reject' })).toBeVisible();
  await keyboard.type('The newspaper only repeats the company.');
  await keyboard.press('Control+Enter');
  await expect(page.getByRole('status', { name: 'Last decision' })).toContainText('rejected');

  // The debate resumes by itself: on the screen, and in the file.
  await page.evaluate(`location.hash = '#/debates/${debateIds.parked}'`);
  await expect(pane(page).getByText('rejected by', { exact: false }).first()).toBeVisible();
  await expect(pane(page).getByText('The newspaper only repeats the company.').first()).toBeVisible();
  await expect(pane(page).getByRole('link', { name: 'Decide what it waits for' })).toBeHidden();
  expect(readDecisions(ledger.path)).toMatchObject([{ verb: 'reject', inTree: true }]);
  await expect.poll(() => stopReasonOf(ledger.path, debateIds.parked)).not.toBeNull();
});

test('a rejected output is struck, and says which rules it broke', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'debates.mizan');
  await holdRejected(ledger);
  const { page } = await openConsole(ledger.path);
  await openDebate(page, /a bluff/);
  await expect(pane(page).getByText('A defect that no argument can mend ended the debate')).toBeVisible();
  const rejected = pane(page).getByRole('article', { name: 'Advocate rebuts, round 1, rejected' });
  await expect(rejected).toHaveCount(2);
  await expect(rejected.first().locator('del')).toContainText('$99 million');
  const why = rejected.first().getByRole('region', { name: 'Why it was rejected' });
  await expect(why.getByText('NO_FREE_FACTS')).toBeVisible();
  await expect(why.getByText('It asserts facts and names no claim that supports them.')).toBeVisible();

  // F8 walks through what was challenged or rejected, and round again.
  const place = () => new URL(page.url().replace('#/', '')).searchParams.get('message');
  await page.keyboard.press('F8');
  const first = place();
  expect(first).not.toBeNull();
  await page.keyboard.press('Shift+F8');
  await expect(rejected.last()).toBeFocused();
  await expect(rejected.last()).toBeInViewport();
  await page.keyboard.press('F8');
  expect(place()).toBe(first);
});

test('dissent is kept in sight, and positions stand as a chart and as a table', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'debates.mizan');
  await holdDissent(ledger);
  await holdConsensus(ledger);
  const { page } = await openConsole(ledger.path);
  await openDebate(page, /one year later/);
  const dissent = pane(page).getByRole('region', { name: 'Dissent that is kept' });
  await expect(dissent.getByText('oppose: one year says little').first()).toBeVisible();
  await expect(pane(page).getByText('Two rounds ended with the same opposing positions')).toBeVisible();
  await expect(
    evidence(page).getByRole('img', { name: /^Confidence per round: Advocate ends at 0\.82/ }),
  ).toBeVisible();
  await evidence(page).getByText('Table', { exact: true }).click();
  const row = evidence(page).getByRole('row', { name: /^Risk officer 0\.31 hold until/ });
  await expect(row).toBeVisible();

  // Rounds fold.
  await pane(page)
    .getByRole('button', { name: /^Round 1/ })
    .click();
  await expect(pane(page).getByRole('article', { name: 'Advocate opens, round 1' })).toBeHidden();
  await expect(pane(page).getByRole('article', { name: 'Advocate opens, round 2' })).toBeVisible();
});

test('a search reads every message, opens what is folded, and keeps the focus', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'debates.mizan');
  await holdRejected(ledger);
  const { page } = await openConsole(ledger.path);
  const { keyboard } = page;
  await openDebate(page, /a bluff/);
  await expect(pane(page).getByRole('article').first()).toBeVisible();
  await keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Find in the debate' });
  await expect(field).toBeFocused();
  await keyboard.type('99 million');
  await expect(pane(page).getByText('2 found')).toBeVisible();
  await keyboard.press('Enter');
  await expect(pane(page).getByText('1 of 2')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(pane(page).locator('[aria-current="true"]')).toContainText('$99 million');
  await keyboard.press('Control+a');
  await keyboard.type('lookup_claim');
  await expect(pane(page).getByText(/^\d+ found$/)).toBeVisible();
  await expect(pane(page).locator('.tool-call-head').first()).toBeVisible();
  await keyboard.press('Escape');
  await expect(field).toHaveValue('');
});

test('a replay leads to the debate that it plays again', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'debates.mizan');
  await holdConsensus(ledger);
  await holdReplay(ledger);
  const { page } = await openConsole(ledger.path);
  await page.evaluate(`location.hash = '#/debates/${debateIds.replay}'`);
  await pane(page).getByRole('link', { name: 'a replayed debate' }).click();
  await expect(pane(page).getByText('rule-based roles')).toBeVisible();
  expect(page.url()).toContain(`#/debates/${debateIds.consensus}`);
  expect(stopReasonOf(ledger.path, debateIds.replay)).toBe(stopReasonOf(ledger.path, debateIds.consensus));
});

test('a ledger without debates says how to start one', async ({ home, openConsole }) => {
  const { path } = createLedger(home, 'empty.mizan');
  const { page } = await openConsole(path);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page.getByText(`mizan debate run CASE --ledger ${path}`)).toBeVisible();
});

test('a debate that another process holds appears, and the open one stays open', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'debates.mizan');
  await holdConsensus(ledger);
  const { page } = await openConsole(ledger.path);
  await openDebate(page, /revenue alone/);
  await expect(pane(page).getByRole('article').first()).toBeVisible();
  await holdRejected(ledger);
  // Another process held it: the queue shows it, and the open debate stays where it is.
  await expect(page.getByRole('option', { name: /a bluff/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /revenue alone/, selected: true })).toBeVisible();
});

function stopReasonOf(path: string, debateId: string): string | null {
  const reader = expectValue(openLedgerForReading(path));
  try {
    const { rows } = listDebates(reader, { cursor: null, limit: 10 });
    return rows.find((row) => row.debateId === debateId)?.stopReason ?? null;
  } finally {
    reader.close();
  }
}
