import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { projectRoot } from './doors/console.ts';
import type { DoorOption } from './fixture.ts';

const chromium = process.env.MIZAN_CHROMIUM ?? '/usr/bin/chromium';
const electronIsHere = existsSync(join(projectRoot, 'node_modules', 'electron', 'dist'));

export default defineConfig<DoorOption>({
  testDir: '..',
  // Pictures are made when they are asked for; they check nothing.
  testIgnore: process.env.MIZAN_SCREENSHOTS === '1' ? [] : ['**/screenshots.spec.ts'],
  outputDir: '../../test-results',
  globalSetup: './bundles.ts',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI === 'true',
  workers: process.env.CI === 'true' ? 2 : 1,
  reporter: 'list',
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
    },
  },
  projects: [
    { name: 'the Electron double itself', testMatch: 'double/spec/*.spec.ts' },
    { name: 'browser', testMatch: 'e2e/browser/*.spec.ts' },
    { name: 'Electron double', testMatch: ['e2e/specs/*.spec.ts', 'e2e/desktop/*.spec.ts'], use: { door: 'double' } },
    { name: 'web door', testMatch: ['e2e/specs/*.spec.ts', 'e2e/web/*.spec.ts'], use: { door: 'web' } },
    ...(electronIsHere
      ? [
          {
            name: 'Electron',
            testMatch: ['e2e/specs/*.spec.ts', 'e2e/desktop/*.spec.ts'],
            use: { door: 'electron' as const },
          },
        ]
      : []),
  ],
});
