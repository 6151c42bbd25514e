/**
 * The crates for crates.io: the program and what it is made of.
 */
import { stop, terminal } from '../shell.mjs';

/** @typedef {import('./binaries.mjs').Release} Release */

/**
 * Has cargo check and compile what it would publish, or stops.
 *
 * @param {Release} release
 */
export async function checkCrates({ env }) {
  terminal.announce('Checking the crates');
  const args = ['publish', '--workspace', '--dry-run', '--locked', '--quiet'];
  if (!(await terminal.run('cargo', args, env))) stop('The crates are not ready to publish, see above.');
}
