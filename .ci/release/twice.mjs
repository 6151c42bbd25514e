/**
 * Comparison of two builds of one commit, in folders of different names.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run, stop, announce } from '../shell.mjs';
import { filesBelow } from './archive.mjs';
import { spawnSync } from 'node:child_process';

/**
 * Builds a release again in a new clone, and stops if a file differs.
 *
 * @param {string} out folder of the first build
 * @param {string[]} parts
 */
export function compareWithSecondBuild(out, parts) {
  const folder = mkdtempSync(join(tmpdir(), 'bufferlab-release-'));
  const clone = join(folder, 'second');
  if (!run('git', ['clone', '--quiet', root, clone])) stop('The repository was not cloned, see above.');
  announce(`Building the release again, in ${clone}`);
  // With its own target folder, so that nothing of the first build is used.
  const env = { ...process.env };
  delete env.CARGO_TARGET_DIR;
  const args = [join(clone, '.ci', 'release.mjs'), '--only', parts.join(',')];
  const { status } = spawnSync(process.execPath, args, { cwd: clone, stdio: 'inherit', env });
  if (status !== 0) stop('The second build failed, see above.');
  const second = join(clone, 'release');
  const names = [...new Set([...filesBelow(out), ...filesBelow(second)])];
  const different = names.filter((name) => !isEqual(join(out, name), join(second, name)));
  if (different.length > 0)
    stop(`These files differ between two builds (see ${second}): ${different.join(', ')}.`);
  announce(`All ${names.length} files of both builds are equal`);
  rmSync(folder, { recursive: true });
}

/**
 * @param {string} a
 * @param {string} b
 */
function isEqual(a, b) {
  try {
    return readFileSync(a).equals(readFileSync(b));
  } catch {
    return false;
  }
}
