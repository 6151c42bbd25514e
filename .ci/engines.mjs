/**
 * Which browsers the heart of the browser tests is driven in, besides Chromium: Firefox and WebKit.
 *
 * Those that Playwright has installed come first, which are what people have, of today. Else the distribution's:
 * any Firefox, which listens to WebDriver BiDi itself, and WebKitGTK through its own driver, on a screen in memory
 * where there is none. Continuous integration installs one that is missing; where it cannot be had it is said.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromiumOnPath } from './chromium.mjs';
import { installDebians, isDebianRoot } from './setup.mjs';
import { runPackage, say } from './shell.mjs';

/** @typedef {import('../tests/engines/engine').Engine} Engine */
/** @typedef {import('./shell.mjs').Shell} Shell */
/** @typedef {import('./stages.mjs').Stage} Stage */

/** @returns {Engine} */
export function findChromium() {
  const path = chromiumOnPath();
  return { by: 'playwright', browser: 'chromium', ...(path === undefined ? {} : { path }) };
}

/**
 * @param {import('@playwright/test').BrowserType} playwrights
 * @returns {Engine}
 */
export function findFirefox(playwrights) {
  if (existsSync(playwrights.executablePath())) return { by: 'playwright', browser: 'firefox' };
  const path = process.env.BUFFERLAB_FIREFOX ?? onPath('firefox') ?? onPath('firefox-esr');
  if (path !== undefined) return { by: 'bidi', path };
  const how = 'Debian: apt install firefox-esr; or npx playwright install firefox; or set BUFFERLAB_FIREFOX';
  return { by: 'nothing', missing: `no Firefox was found (${how})` };
}

/**
 * @param {import('@playwright/test').BrowserType} playwrights
 * @returns {Engine}
 */
export function findWebKit(playwrights) {
  if (existsSync(playwrights.executablePath())) return { by: 'playwright', browser: 'webkit' };
  const driver = onPath('WebKitWebDriver');
  const screen = onPath('Xvfb');
  const hasScreen = Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  if (driver !== undefined && screen !== undefined) return { by: 'webdriver', driver, screen };
  if (driver !== undefined && hasScreen) return { by: 'webdriver', driver };
  const how = 'Debian: apt install webkit2gtk-driver xvfb; or npx playwright install webkit';
  return { by: 'nothing', missing: `no WebKit was found (${how})` };
}

/**
 * The heart of the browser tests, in each engine that is there. Call after the packages are installed.
 *
 * @param {string[]} needs the stages that build the page
 * @param {(shell: Shell, project: string) => Promise<boolean>} inBrowser runs a project of playwright.config.ts
 * @returns {Promise<Stage[]>}
 */
export async function engineTests(needs, inBrowser) {
  const playwright = await import('@playwright/test');
  const named = [
    ...there('Firefox', () => findFirefox(playwright.firefox), ['firefox-esr']),
    ...there('WebKit', () => findWebKit(playwright.webkit), ['webkit2gtk-driver', 'xvfb']),
  ];
  return named.map((name) => ({
    name: `${name} (playwright)`,
    needs,
    alone: true,
    passes: (shell) => inBrowser(shell, name),
  }));
}

/**
 * The engine's name if there is one; continuous integration installs it first.
 *
 * @param {string} name the project in playwright.config.ts
 * @param {() => Engine} find
 * @param {string[]} debians what Debian calls it
 */
function there(name, find, debians) {
  if (process.env.CI && find().by === 'nothing') install(name, find, debians);
  const found = find();
  if (found.by !== 'nothing') return [name];
  // A mirror that cannot be reached is nothing that a change has broken.
  say(`The page is not tested in ${name}: ${found.missing}`);
  return [];
}

/**
 * The distribution's comes with the libraries it needs, Playwright's does not.
 *
 * @param {string} name
 * @param {() => Engine} find
 * @param {string[]} debians
 */
function install(name, find, debians) {
  say(`Installing a ${name} for the browser tests`);
  if (isDebianRoot() && installDebians(...debians) && find().by !== 'nothing') return;
  runPackage('@playwright/test/cli.js', ['install', '--with-deps', name.toLowerCase()]);
}

/**
 * @param {string} name
 * @returns {string | undefined}
 */
function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
