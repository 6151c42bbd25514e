/**
 * `npm run dev`: serves the lab and reloads the page after each change of its sources. After a change of the engine, stop
 * the command and run it again.
 */
import { buildEngine } from './engine.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { runPackage } from './shell.mjs';

ensurePackages();
ensureToolchain();
await buildEngine();
process.exitCode = runPackage('vite/bin/vite.js', process.argv.slice(2)) ? 0 : 1;
