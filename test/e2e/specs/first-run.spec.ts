import { expect, test } from '../fixture.ts';

test('the first start has one place to begin and nothing to configure', async ({ openConsole }) => {
  const { page } = await openConsole();
  await expect(page).toHaveTitle(/Mizan/);
  await expect(page.getByRole('main')).toBeVisible();
});
