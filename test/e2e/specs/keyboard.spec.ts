// The keyboard map: everything is reached without a mouse, and an open dialog owns the keys.
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';
import { addWork } from '../ledgers/work.ts';

test('letters lead to the views, and lists move by keys', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'team.mizan');
  ledger.write(addWork);
  const { page } = await openConsole(ledger.path);
  const { keyboard } = page;
  for (const [key, list] of [
    ['d', 'Debates'],
    ['u', 'Runs'],
    ['a', 'Agents'],
    ['l', 'Events'],
    ['g', 'Gates'],
    ['w', 'Work'],
  ] as const) {
    await keyboard.press('g');
    await keyboard.press(key);
    await expect(page.getByRole('region', { name: list, exact: true })).toBeVisible();
  }
  const options = page.getByRole('listbox', { name: 'Work' }).getByRole('option');
  await expect(options).toHaveCount(3);
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('j');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('k');
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
});

test('/ filters, and what is typed there is text', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'team.mizan');
  ledger.write(addWork);
  const { page } = await openConsole(ledger.path);
  const { keyboard } = page;
  await keyboard.press('g');
  await keyboard.press('w');
  await expect(page.getByRole('listbox', { name: 'Work' })).toBeVisible();
  await keyboard.press('/');
  const filter = page.getByRole('textbox', { name: 'Filter work' });
  await expect(filter).toBeFocused();
  await keyboard.type('migrate');
  await expect(filter).toHaveValue('migrate');
  await expect(page.getByRole('option')).toHaveCount(1);
});

test('? shows the keys, Ctrl+K the commands, and Esc closes the topmost thing only', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'team.mizan');
  ledger.openGate();
  const { page } = await openConsole(ledger.path);
  const { keyboard } = page;
  await expect(page.getByRole('option', { name: /^pending/ })).toBeVisible();
  await keyboard.press('Shift+?');
  const help = page.getByRole('dialog', { name: 'Keyboard and signs' });
  await expect(help).toBeVisible();
  // The dialog owns the keys: nothing behind it moves.
  await keyboard.press('g');
  await keyboard.press('w');
  await expect(help).toBeVisible();
  await keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(page.getByRole('region', { name: 'Briefing' })).toBeVisible();
  await keyboard.press('Control+k');
  const commands = page.getByRole('dialog', { name: /command/i });
  await expect(commands).toBeVisible();
  await keyboard.type('go to agents');
  await keyboard.press('Enter');
  await expect(commands).toBeHidden();
  await expect(page.getByRole('region', { name: 'Agents', exact: true })).toBeVisible();
});

test('a gate that arrives is announced and takes neither focus nor place', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'team.mizan');
  const first = ledger.openGate({ title: 'the first gate' });
  const { page } = await openConsole(ledger.path);
  await expect(page.getByRole('option', { name: /the first gate/, selected: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Filter gates' }).focus();
  ledger.openGate({ title: 'the second gate' });
  await expect(page.getByRole('status', { name: 'Announcements' })).toContainText('the second gate');
  await expect(page.getByRole('textbox', { name: 'Filter gates' })).toBeFocused();
  await expect(page.getByRole('option', { name: /the first gate/, selected: true })).toBeVisible();
  expect(page.url()).toContain(encodeURIComponent(first));
});
