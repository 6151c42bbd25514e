/** Choice of the Chromium for the browser tests. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names of the program. Debian's headless shell is first: the same engine without windows, which starts faster. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * Returns the path in BUFFERLAB_CHROMIUM, else that of the first Chromium or Chrome on the PATH; undefined if there is none,
 * so that Playwright chooses.
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
