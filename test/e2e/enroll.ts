import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** Makes a reviewer without the mouse: the dialog, the fields in order, Enter. */
export async function enrollByKeyboard(page: Page, name: string, passphrase: string): Promise<void> {
  const { keyboard } = page;
  await keyboard.press('g');
  await keyboard.press('r');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await keyboard.type(name);
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(page.getByLabel(/^Passphrase/)).toBeFocused();
  await keyboard.type(passphrase);
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText(name);
}
