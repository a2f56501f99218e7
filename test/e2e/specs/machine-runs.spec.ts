// Runs of machines: the graph with the live state, the steps, what each changed, and a person's decision that resumes.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openLedgerForReading } from '../../../core/ledger/index.ts';
import { type Home, projectRoot } from '../doors/console.ts';
import { enrollByKeyboard } from '../enroll.ts';
import { expectValue } from '../expect-value.ts';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';
import { runMachines } from '../ledgers/machine-runs.ts';
import { readDecisions } from '../ledgers/read-decisions.ts';

/** The types of a run's own events in the file, in order. */
function eventsOf(file: string, executionId: string): readonly string[] {
  const reader = expectValue(openLedgerForReading(file));
  try {
    const filter = { subject: `run:${executionId}`, type: 'run.' };
    return reader.page({ filter, limit: 500, direction: 'ascending' }).events.map(({ type }) => type);
  } finally {
    reader.close();
  }
}

async function openRuns(page: Page): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page.getByRole('listbox', { name: 'Runs' })).toBeVisible();
}

test('a run shows its graph, its steps with their attempts, and what each step changed', async ({
  home,
  openConsole,
}) => {
  const { path } = createLedger(home, 'machines.mizan');
  runMachines(home, path);
  const { page } = await openConsole(path);
  const { keyboard } = page;
  await openRuns(page);
  const run = page.getByRole('region', { name: 'Run', exact: true });
  // The newest is open: it failed, and only a terminal has its program.
  await expect(run.getByText('It failed in import.')).toBeVisible();
  await expect(run.getByText('mizan machine resume nightly-7 --agent "writer=COMMAND"')).toBeVisible();
  await expect(run.getByRole('button', { name: 'Resume' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('region', { name: 'Failed attempts' }).getByRole('listitem')).toHaveCount(3);

  await page.getByRole('option', { name: /^waits for a person release-note release-24/ }).click();
  await expect(run.getByText('It waits for a person.')).toBeVisible();
  const steps = page.getByRole('listbox', { name: 'Steps' });
  await expect(steps.getByRole('option')).toHaveCount(5);
  await expect(steps.getByRole('option', { selected: true })).toContainText('ask');
  await steps.focus();
  await keyboard.press('Home');
  await expect(steps.getByRole('option', { selected: true })).toContainText('2 failed attempts');
  await expect(page.getByRole('region', { name: 'Step 1' })).toContainText('finished at attempt 3');
  const after = page.getByRole('textbox', { name: 'context, after' });
  await expect(after).toBeAttached();
  await expect(run.locator('.monaco-diff-editor .modified').getByText('draft 2')).toBeVisible();
  await keyboard.press(']');
  await expect(steps.getByRole('option', { selected: true })).toContainText('3 runs');

  // The graph, moved by keys; and the same as a list.
  const graph = page.getByRole('region', { name: 'Graph of the machine release-note' });
  await expect(graph.getByText('×2')).toHaveCount(2);
  await graph.focus();
  const shown = () => graph.locator('.react-flow__viewport').getAttribute('style');
  const whole = await shown();
  await keyboard.press('+');
  await expect.poll(shown).not.toBe(whole);
  await keyboard.press('0');
  await expect.poll(shown).toBe(whole);
  await page.getByText('List', { exact: true }).click();
  await expect(run.getByRole('listitem').filter({ hasText: 'given_up' }).last()).toContainText('never worked on');

  // A run that it called has a page of its own, and leads back.
  await page.getByRole('link', { name: 'release-24.1c2' }).click();
  await expect(run.getByText('It ended in reported.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Output of the run' })).toContainText('"source": "issues"');
  await run.getByRole('link', { name: 'release-24' }).click();
  await expect(run.getByText('It waits for a person.')).toBeVisible();
});

test('a decision at its gate resumes a run exactly where it stopped', async ({ home, openConsole }) => {
  test.slow();
  const { path } = createLedger(home, 'machines.mizan');
  runMachines(home, path);
  const before = eventsOf(path, 'release-24');
  const { page } = await openConsole(path);
  await openRuns(page);
  await page.getByRole('option', { name: /release-24/ }).click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('button', { name: 'Resume' })).toHaveAttribute('aria-disabled', 'true');
  await run.getByRole('link', { name: 'release-note wants to announce Mizan' }).click();
  await enrollByKeyboard(page, 'Ada Reviewer', 'a good passphrase');
  // No key reaches a gate in its first 350 ms, so the first press may come too early.
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(page.getByRole('form', { name: 'Approve' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Last decision' })).toContainText('approved');

  await page.getByRole('status', { name: 'Last decision' }).getByRole('link', { name: 'its run' }).click();
  await expect(run.getByText('It ended in announced.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Output of the run' })).toContainText('Mizan is announced');
  await expect(page.getByRole('listbox', { name: 'Steps' }).getByRole('option')).toHaveCount(7);

  // The file alone: the decision is signed, and the run went on after it, repeating nothing.
  expect(readDecisions(path)).toMatchObject([{ verb: 'approve', signer: 'ada.reviewer', inTree: true }]);
  expect(eventsOf(path, 'release-24')).toEqual([
    ...before,
    'run.stepped',
    'run.stepped',
    'run.stepped',
    'run.finished',
  ]);
  expect(readFileSync(home.path('release-24.calls'), 'utf8')).toBe('....');
  const verified = home.mizan('ledger', 'verify', path);
  expect(verified.code, verified.out + verified.error).toBe(0);
});

test('an answer to its question reaches a run and approves nothing', async ({ home, openConsole }) => {
  const { path } = createLedger(home, 'machines.mizan');
  runMachines(home, path);
  const { page } = await openConsole(path);
  await openRuns(page);
  await page.getByRole('option', { name: /release-24/ }).click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await run.getByRole('link', { name: 'release-note wants to announce Mizan' }).click();
  await enrollByKeyboard(page, 'Ada Reviewer', 'a good passphrase');
  await expect(async () => {
    await page.keyboard.press('p');
    await expect(page.getByRole('form', { name: 'Respond' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('textbox', { name: 'Answer' }).fill('Not before the board has read it');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status', { name: 'Last decision' })).toContainText('responded');
  await page.getByRole('status', { name: 'Last decision' }).getByRole('link', { name: 'its run' }).click();
  await expect(run.getByText('It ended in withdrawn.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Output of the run' })).toContainText(
    'Not before the board has read it',
  );
});

test('a run is cancelled after a question, and can be resumed', async ({ home, openConsole }) => {
  const { path } = createLedger(home, 'machines.mizan');
  runMachines(home, path);
  const { page } = await openConsole(path);
  await openRuns(page);
  await page.getByRole('option', { name: /release-24/ }).click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await run.getByRole('button', { name: 'Cancel the run' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the run' });
  await question.getByRole('button', { name: 'Let it be' }).click();
  await expect(question).toBeHidden();
  expect(eventsOf(path, 'release-24').at(-1)).toBe('run.parked');
  await run.getByRole('button', { name: 'Cancel the run' }).click();
  await question.getByRole('button', { name: 'Cancel the run' }).click();
  await expect(run.getByText('It was stopped in front of ask.')).toBeVisible();
  await expect(page.getByRole('option', { name: /^cancelled release-note release-24/ })).toBeVisible();
  expect(eventsOf(path, 'release-24').slice(-2)).toEqual(['run.cancel_requested', 'run.cancelled']);
  // The comparison of the step's two texts may still be announcing that it is under way.
  const told = run.getByRole('status').filter({ hasText: 'release-note (release-24) is cancelled' });
  await expect(told).toContainText('nobody is asked any more to decide “release-note wants to announce Mizan');
  const waiting = () => JSON.parse(home.mizan('gate', 'list', '--json', '--ledger', path).out) as { gates: unknown[] };
  expect(waiting().gates).toEqual([]);

  await run.getByRole('button', { name: 'Resume' }).click();
  await expect(run.getByText('It waits for a person.')).toBeVisible();
  expect(eventsOf(path, 'release-24').at(-1)).toBe('run.parked');
  expect(waiting().gates).toHaveLength(1);
});

test('steps appear while a run goes on in another process', async ({ home, openConsole }) => {
  const { path } = createLedger(home, 'machines.mizan');
  const { page } = await openConsole(path);
  const finish = startSlowRun(home, path);
  // The run may not have begun when its page is asked for: the page fills when it does.
  await page.evaluate("location.hash = '#/runs/slow?kind=machine'");
  const run = page.getByRole('region', { name: 'Run', exact: true });
  const steps = page.getByRole('listbox', { name: 'Steps' });
  await expect(run.getByText('It works on wait.')).toBeVisible();
  await expect(steps.getByRole('option')).toHaveCount(3);
  await expect(run.getByRole('button', { name: 'Resume' })).toHaveAttribute('aria-disabled', 'true');
  await expect(run.getByText(/^The process \d+ works on it\.$/)).toBeVisible();
  await finish();
  await expect(run.getByText('It ended in end.')).toBeVisible();
  await expect(steps.getByRole('option')).toHaveCount(4);
});

/** Starts a machine whose third state waits for a file. Returns what makes the file and waits for the process. */
function startSlowRun(home: Home, ledger: string): () => Promise<void> {
  const flag = home.path('go');
  const machine = {
    spec: 'flatmachine',
    spec_version: '0.7.7',
    data: {
      name: 'slow',
      states: {
        one: { transitions: [{ to: 'two' }] },
        two: { transitions: [{ to: 'wait' }] },
        wait: { agent: 'waiter', transitions: [{ to: 'end' }] },
        end: { type: 'final' },
      },
    },
  };
  const config = home.path('slow.json');
  writeFileSync(config, JSON.stringify(machine));
  const waiter = home.path('waiter.mjs');
  writeFileSync(
    waiter,
    `import { existsSync } from 'node:fs';
     while (!existsSync(process.argv[2])) await new Promise((next) => setTimeout(next, 20));
     console.log('{}');`,
  );
  const agent = `waiter=${process.execPath} ${waiter} ${flag}`;
  const args = ['core/cli/main.ts', 'machine', 'run', config, '--id', 'slow', '--agent', agent, '--ledger', ledger];
  const child = spawn(process.execPath, args, { cwd: projectRoot, env: home.environment, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return async () => {
    writeFileSync(flag, '');
    await ended;
  };
}
