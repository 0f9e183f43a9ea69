import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium, launchOptions } from './chromium.ts';

const port = Number(process.env['PODSCOPE_E2E_PORT'] ?? 41730);
const root = fileURLToPath(new URL('..', import.meta.url));
const browser = launchOptions(findChromium());
const inCi = process.env['CI'] !== undefined;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  forbidOnly: inCi,
  fullyParallel: true,
  workers: 2,
  // A moment of a busy machine is told apart from a fault; what needed it is printed as flaky.
  retries: inCi ? 2 : 0,
  timeout: 180_000,
  // A slow machine is no reason to fail.
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json', { outputFile: '../.tmp/e2e.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: 'chromium',
    launchOptions: {
      ...browser,
      // Drawn anew as a whole wherever something changed: what is kept of earlier frames is smoothed a little differently
      // at the seams, and two pictures of the same page would not be the same.
      args: [...browser.args, '--disable-partial-raster'],
    },
    viewport: { width: 1440, height: 900 },
    // Recording every test costs a fifth of its time: in CI the second try has it.
    trace: inCi ? 'on-first-retry' : 'retain-on-failure',
    locale: 'en-US',
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --port ${port} --strictPort`,
    cwd: root,
    url: `http://127.0.0.1:${port}`,
    reuseExistingServer: !inCi,
  },
});
