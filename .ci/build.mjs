/**
 * `npm run build`: the static page in `dist/`, for any plain web host.
 */
import { buildEngine } from './engine.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { runPackage, announce, stop } from './shell.mjs';

ensurePackages();
ensureToolchain();
await buildEngine();
announce('Building the page');
if (!runPackage('vite/bin/vite.js', ['build', ...process.argv.slice(2)]))
  stop('The page did not build, see above.');
