/** A page of another origin, in the browser that has the console open, tries everything that a page can try. */
import { honestInputs, operationNames, requestText } from '../../security/inputs.ts';
import { expect, test } from '../fixture.ts';
import { foreignSite } from './foreign-site.ts';

test('a foreign page reaches no operation, reads nothing and frames nothing', async ({ openConsole, home }) => {
  const ledger = home.path('mine.mizan');
  const issued = home.mizan('contract', 'new', '--ledger', ledger, '--objective', 'Something', '--agent', 'a/1');
  expect(issued.error).toBe('');
  const before = home.mizan('ledger', 'log', '--ledger', ledger);
  const { page: console } = await openConsole(ledger);
  const requests = operationNames.map((name) => requestText(name, JSON.stringify(honestInputs[name])));
  const site = await foreignSite(new URL(console.url()).origin, requests);

  const page = await console.context().newPage();
  await page.goto(site.address);
  await expect(page).toHaveTitle('Tried everything', { timeout: 30_000 });
  const outcomes = await page.getByRole('listitem').allTextContents();
  expect(outcomes).toEqual(Array(2 * requests.length + 3).fill('refused'));
  for (const frame of page.frames().slice(1)) expect(await frame.locator('#root').count()).toBe(0);

  await page.close();
  await site.close();
  const after = home.mizan('ledger', 'log', '--ledger', ledger);
  expect(after.code).toBe(0);
  expect(after.out).toBe(before.out);
});

test('the address of the console is of no use in another browser', async ({ openConsole, browser }) => {
  const { page } = await openConsole();
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  const reply = await other.goto(page.url());
  expect(reply?.status()).toBe(401);
  await expect(other.getByText('Press Enter in the terminal')).toBeVisible();
  await stranger.close();
});
