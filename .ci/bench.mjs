/**
 * `npm run bench`: the engine's speed, by criterion. `npm run bench -- anomaly` runs what has that in its
 * name; the report is in target/criterion/report/.
 */
import { ensureToolchain } from './setup.mjs';
import { run } from './shell.mjs';

ensureToolchain();
const benched = run('cargo', ['bench', '--locked', '-p', 'bufferlab-core', '--', ...process.argv.slice(2)]);
process.exitCode = benched ? 0 : 1;
