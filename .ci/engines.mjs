/**
 * Firefox and WebKit for the core subset of the browser tests, besides Chromium.
 *
 * Browsers that Playwright has installed come first, since they are current versions. Otherwise the tests use those of the
 * distribution: any Firefox through WebDriver BiDi, and WebKitGTK through its own driver, on a virtual screen if there is no
 * other. Continuous integration installs missing browsers. A browser that cannot be installed is announced.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromiumOnPath } from './chromium.mjs';
import { installDebians, isDebianRoot } from './setup.mjs';
import { runPackage, announce } from './shell.mjs';

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
 * Returns the stages of the core subset of the browser tests, one per available browser. Call after the packages are
 * installed.
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
 * Returns the name of the browser if it is available; continuous integration installs it first.
 *
 * @param {string} name the project in playwright.config.ts
 * @param {() => Engine} find
 * @param {string[]} debians names of the Debian packages
 */
function there(name, find, debians) {
  if (process.env.CI && find().by === 'nothing') install(name, find, debians);
  const found = find();
  if (found.by !== 'nothing') return [name];
  // A mirror that cannot be reached is not a failure of a change.
  announce(`The page is not tested in ${name}: ${found.missing}`);
  return [];
}

/**
 * Installs a browser. The distribution's package includes the libraries that it needs, unlike Playwright's.
 *
 * @param {string} name
 * @param {() => Engine} find
 * @param {string[]} debians
 */
function install(name, find, debians) {
  announce(`Installing ${name} for the browser tests`);
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
