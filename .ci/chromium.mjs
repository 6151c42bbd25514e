/** Which Chromium the browser tests drive. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's shell first: it is the same engine without the windows, which take longer to open than our page. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * The path given by BUFFERLAB_CHROMIUM, else of the first Chromium or Chrome on the PATH; undefined if there
 * is none, which leaves the choice to Playwright.
 *
 * @returns {string | undefined}
 */
export function chromiumOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return (
    process.env.BUFFERLAB_CHROMIUM ??
    folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
  );
}
