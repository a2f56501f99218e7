import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base, type ElectronApplication, _electron as electron, type Page } from '@playwright/test';

interface Fixtures {
  readonly executablePath: string;
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** The small app on the double, one for each test. */
export const test = base.extend<Fixtures>({
  executablePath: join(import.meta.dirname, '..', 'bin', 'electron'),
  app: async ({ executablePath }, use) => {
    const userData = mkdtempSync(join(tmpdir(), 'double-spec-'));
    const app = await electron.launch({
      executablePath,
      args: [join(import.meta.dirname, 'app'), `--user-data-dir=${userData}`],
      env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    });
    await app.evaluate(({ app: shell }) => shell.whenReady());
    await use(app);
    await app.close();
    rmSync(userData, { recursive: true, force: true });
  },
  page: async ({ app }, use) => {
    const page = await app.firstWindow();
    await page.getByRole('heading', { name: 'spec' }).waitFor();
    await use(page);
  },
});

export { expect } from '@playwright/test';
