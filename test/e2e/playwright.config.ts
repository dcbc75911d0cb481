import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { prepareHosts } from './support/hosts.ts'
import { PHONE } from './support/screens.ts'

const { browser, servers } = await prepareHosts()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: fileURLToPath(new URL('../../node_modules/.cache/e2e', import.meta.url)),
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  globalSetup: './support/global-setup.ts',
  globalTeardown: './support/global-teardown.ts',
  webServer: servers,
  use: {
    viewport: PHONE,
    acceptDownloads: true,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browser,
    // Recording traces takes a fifth of the CPU; locally, `npm run test:e2e -- contact --trace on` records a failure.
    trace: process.env['CI'] === undefined ? 'off' : 'retain-on-failure',
  },
  projects: [
    { name: 'site', testIgnore: ['stand-ins/**', 'empty/**', 'two-hosts/**', 'dev/**'] },
    // Each test scripts the stand-ins it uses, so these tests run one at a time.
    { name: 'stand-ins', testDir: './stand-ins', workers: 1, fullyParallel: false },
    // The same pair of servers, first while its Hall is empty.
    { name: 'empty', testDir: './empty', fullyParallel: false, workers: 1 },
    { name: 'two-hosts', testDir: './two-hosts', dependencies: ['empty'], workers: 1 },
    // Last, because it rebuilds the Worker, and every running server restarts when that changes. `--no-deps` runs it alone.
    { name: 'dev', testDir: './dev', dependencies: ['site', 'stand-ins', 'two-hosts'] },
  ],
})
