import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '..',
  outputDir: '../../test-results',
  timeout: 30_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI === 'true',
  workers: process.env.CI === 'true' ? 2 : 1,
  reporter: 'list',
  projects: [{ name: 'the Electron double itself', testMatch: 'double/spec/*.spec.ts' }],
});
