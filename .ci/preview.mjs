/** Server of the built page, like `npm run preview`, and a Chromium that opens it. */
import { chromiumOnPath } from './chromium.mjs';
import { root, stop } from './shell.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const SIZE = { width: 1366, height: 768 };

/** Starts the server and the browser. Call after the page is built. */
export async function openPreview() {
  const [{ preview }, { chromium }] = await Promise.all([import('vite'), import('@playwright/test')]);
  const server = await preview({ root, preview: { host: '127.0.0.1', port: 4280, open: false } });
  const address = server.resolvedUrls?.local[0] ?? stop('The page is not served.');
  const executablePath = chromiumOnPath();
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  return {
    browser,
    address,
    /**
     * Opens a window of a laptop's size with an empty cache and storage, and `density` screen pixels per CSS pixel. It
     * bypasses the page's security policy, which forbids the evaluation of text.
     */
    newPage: (density = 1) =>
      browser.newPage({ viewport: SIZE, colorScheme: 'light', deviceScaleFactor: density, bypassCSP: true }),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * Opens a scenario in the lab as a file.
 *
 * @param {Page} page
 * @param {{ title: string } & Record<string, unknown>} scenario
 */
export async function openScenario(page, scenario) {
  const buffer = Buffer.from(JSON.stringify(scenario));
  await page.getByRole('button', { name: 'Share' }).click();
  await page
    .getByLabel('Open a file')
    .setInputFiles({ name: 'scenario.json', mimeType: 'application/json', buffer });
  await page.waitForFunction(`document.title.startsWith(${JSON.stringify(scenario.title)})`);
}
