/**
 * `npm run dev`: the lab, with the page reloading as it is edited. After a change of the engine, stop it and
 * run it again.
 */
import { buildEngine } from './engine.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { runPackage } from './shell.mjs';

ensurePackages();
ensureToolchain();
await buildEngine();
process.exitCode = runPackage('vite/bin/vite.js', process.argv.slice(2)) ? 0 : 1;
