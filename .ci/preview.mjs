/** The built page, served as `npm run preview` serves it, and a Chromium to open it in. */
import { chromiumOnPath } from './chromium.mjs';
import { root, stop } from './shell.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const SIZE = { width: 1366, height: 768 };

/** Call after the page is built. */
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
     * A window of a laptop's size with nothing cached or stored, `density` screen pixels to a CSS pixel. What is
     * asked in it is text that it has to evaluate, which the page's own policy forbids.
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
 * Opens a scenario in the lab, as a visitor opens a file.
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
