/**
 * `npm start`: installs, builds and serves the lab from a fresh clone, and opens it in the browser.
 *
 *     npm start -- --port 5000 --host 0.0.0.0 --no-open
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEngine } from './engine.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { root, announce } from './shell.mjs';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '4173' },
    host: { type: 'string', default: 'localhost' },
    open: { type: 'boolean', default: hasDisplay() },
  },
  allowNegative: true,
});

ensurePackages();
ensureToolchain();
await buildEngine();

announce('Building the page');
// They are for search engines and previews of links.
process.env.BUFFERLAB_PAGES ??= 'none';
const { build, preview } = await import('vite');
const configFile = join(root, 'vite.config.ts');
await build({ configFile, logLevel: 'warn' });
const server = await preview({
  configFile,
  preview: { port: Number(options.port), host: options.host, open: options.open },
});
announce('Bufferlab is open at');
server.printUrls();
server.bindCLIShortcuts({ print: true });

/** Returns whether a browser can open on a screen. */
function hasDisplay() {
  if (process.env.CI || process.env.BROWSER === 'none') return false;
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}
