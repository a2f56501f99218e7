// The whole way: a real agent's work is imported, a hallucinated task is opened, a gate is decided by keyboard, and
// the file proves it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../doors/console.ts';
import { enrollByKeyboard } from '../enroll.ts';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';
import { readDecisions } from '../ledgers/read-decisions.ts';

const data = join(projectRoot, '..', 'shared', 'data', 'swe-bench-run');

test('import, open a hallucinated task, decide a gate by keyboard, audit', async ({ home, openConsole }) => {
  test.skip(!existsSync(data), `the recorded run is not here: ${data}`);
  test.slow();
  const ledger = createLedger(home, 'team.mizan');
  const imported = home.mizan('import', 'swe-bench', data, '--ledger', ledger.path);
  expect(imported.code, imported.error).toBe(0);
  const gateId = ledger.openGate({ title: 'agent-1 wants to land its change to parser.py' });
  const { page } = await openConsole(ledger.path);
  const { keyboard } = page;

  // Work: the hallucinated task of the agent whose patches are known.
  await keyboard.press('g');
  await keyboard.press('w');
  const work = page.getByRole('listbox', { name: 'Work' });
  await expect(work).toBeVisible();
  await keyboard.press('/');
  await keyboard.type('single-quote');
  const title = 'Inconsistency in double single-quote';
  await work.getByRole('option', { name: new RegExp(`hallucinated ${title}.*claude-code`) }).click();
  const task = page.getByRole('region', { name: 'Task' });
  await expect(task.getByText('The checks disagree: Tests failed.')).toBeVisible();
  await expect(task.getByRole('button', { name: 'Tests failed' })).toBeVisible();
  // The diff repeats the reason at the line, once it is drawn.
  await expect(task.getByText(/^1 of 1 required tests still fail/)).toBeVisible();
  // The agent's change, as a diff, with its failing place marked.
  await expect(task.getByRole('button', { name: /card\.py marked places 1/ })).toBeVisible();
  await expect(task.getByRole('textbox', { name: 'astropy/io/fits/card.py, after' })).toBeAttached();
  await expect(task.locator('.monaco-diff-editor .view-line').first()).toBeVisible();

  // Gates: from here on, the keyboard alone.
  await page.mouse.move(0, 0);
  await keyboard.press('u');
  await keyboard.press('g');
  await keyboard.press('g');
  await expect(page.getByRole('option', { name: /^pending agent-1 wants to land/, selected: true })).toBeVisible();
  await enrollByKeyboard(page, 'Ada Reviewer', 'a good passphrase');
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled();
  await keyboard.press('a');
  await expect(page.getByRole('form', { name: 'Approve' })).toBeVisible();
  await keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Last decision' })).toContainText('approved');

  // The file alone: signed, about this gate, in the tree.
  expect(readDecisions(ledger.path)).toEqual([
    { gateId, seq: expect.any(Number), verb: 'approve', signer: 'ada.reviewer', inTree: true },
  ]);

  // The audit is green, in the console and for anybody with the file.
  await keyboard.press('g');
  await keyboard.press('l');
  await keyboard.press('Shift+A');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /^verified audited|^audited/ })).toBeVisible();
  const audit = page.getByRole('region', { name: 'Audit' });
  await expect(audit.getByText('Every event, payload and checkpoint holds.')).toBeVisible();
  const verified = home.mizan('ledger', 'verify', ledger.path);
  expect(verified.code, verified.out + verified.error).toBe(0);
});
