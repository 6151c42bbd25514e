/**
 * `npm start`: from a fresh clone to the lab in the browser.
 *
 *     npm start -- --port 5000 --host 0.0.0.0 --no-open
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEngine } from './engine.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { root, say } from './shell.mjs';

const { values: given } = parseArgs({
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

say('Building the page');
const { build, preview } = await import('vite');
const configFile = join(root, 'vite.config.ts');
await build({ configFile, logLevel: 'warn' });
const server = await preview({
  configFile,
  preview: { port: Number(given.port), host: given.host, open: given.open },
});
say('Bufferlab is open at');
server.printUrls();
server.bindCLIShortcuts({ print: true });

/** Whether a browser opened from here would be seen by anyone. */
function hasDisplay() {
  if (process.env.CI || process.env.BROWSER === 'none') return false;
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}
