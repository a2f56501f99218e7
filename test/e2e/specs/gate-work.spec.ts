// A gate shows the work of the agent that it is about, also where a later agent worked on the same task.
import { findGate } from '../../../core/review/index.ts';
import { systemClock } from '../../../core/world/index.ts';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';
import { addSecondWork, addWork, workers } from '../ledgers/work.ts';

test('two agents on one task: evidence, change and links are those of the agent of the gate', async ({
  home,
  openConsole,
}) => {
  const ledger = createLedger(home, 'work.mizan');
  ledger.write(addWork);
  ledger.write(addSecondWork);
  const gateId = ledger.openGate({ taskId: 'task-1', agentId: workers.first });
  const { page } = await openConsole(ledger.path);
  await page.evaluate(`location.hash = '#/gates/${gateId}'`);
  const briefing = page.getByRole('region', { name: 'Briefing' });
  const tests = briefing.getByRole('link', { name: /^tests: / });
  await expect(tests).toHaveText('tests: All 4 tests pass.');
  const place = '#/work/task-1?agent=coder%2Fmodel-1';
  await expect(tests).toHaveAttribute('href', place);
  await expect(briefing.getByRole('link', { name: 'Add totals to the invoice' })).toHaveAttribute('href', place);
  await tests.click();
  const work = page.getByRole('region', { name: 'Task', exact: true });
  await expect(work.getByText('All 4 tests pass.')).toBeVisible();
  await expect(work.getByText('1 of 4 tests fails')).toBeHidden();
  const onDisk = ledger.write((open) => findGate(open, gateId, systemClock));
  expect(onDisk).toMatchObject({ taskId: 'task-1', agentId: workers.first, state: 'pending' });
});
