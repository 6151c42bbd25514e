/**
 * Browser tests run against the built page (`dist/`), as a visitor gets it: all of them in Chromium, their heart
 * (tests/engines) in Firefox and WebKit too, where `.ci/engines.mjs` finds these.
 *
 * A Chromium on the PATH is used where there is one, else the one Playwright has installed. To use another,
 * set BUFFERLAB_CHROMIUM to its path. `npm test` finds or installs one first, builds, and picks a free port.
 */
import { defineConfig, devices, firefox, webkit } from '@playwright/test';
import { chromiumOnPath } from './.ci/chromium.mjs';
import { findChromium, findFirefox, findWebKit } from './.ci/engines.mjs';
import { RETRIES } from './.ci/flaky.mjs';
import type { Engine } from './tests/engines/engine';

const executablePath = chromiumOnPath();
const port = process.env.BUFFERLAB_TEST_PORT ?? '4199';
const origin = `http://127.0.0.1:${port}`;

const heart = 'engines/*.spec.ts';

export default defineConfig<object, { engine: Engine }>({
  testDir: 'tests',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // A page and its simulation take a core. `npm test` runs two tests at a time in Chromium.
  workers: 1,
  reporter: [['list'], ['./.ci/flaky-playwright.mjs']],
  retries: RETRIES,
  // These limits end what hangs. They measure no speed: a machine with other work takes many times as long as an idle one.
  expect: { timeout: 60_000 },
  timeout: 300_000,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    viewport: { width: 1366, height: 768 },
    // What a visitor gets at first comes from the host; tests/browser/offline.spec.ts is about the rest.
    serviceWorkers: 'block',
    // Tracing takes longer than the page itself; `npx playwright test --trace on` where it is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'Chromium', testMatch: ['browser/*.spec.ts', heart], use: { engine: findChromium() } },
    { name: 'Firefox', testMatch: heart, use: { engine: findFirefox(firefox) } },
    // WebKitGTK's page process crashed in one of 68 tests (2026-11-25).
    { name: 'WebKit', testMatch: heart, use: { engine: findWebKit(webkit) } },
  ],
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: origin,
    reuseExistingServer: false,
  },
});
