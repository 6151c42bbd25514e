/**
 * The packages for npm: `bufferlab`, and one with the native program for each platform.
 */
import { renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildPackages } from '../../npm/build.mjs';
import { targetDirectory } from '../engine.mjs';
import { root } from '../shell.mjs';
import { captured } from './run.mjs';

/** @typedef {import('./binaries.mjs').Release} Release */

/**
 * Builds and packs the packages, and has npm check what it would publish.
 *
 * @param {Release} release
 * @param {import('./binaries.mjs').Built[]} built
 * @returns {Promise<Map<string, string>>} how each file was tried, by name
 */
export async function packNpm({ out }, built) {
  const folder = join(targetDirectory(), 'release', 'npm');
  const binaries = Object.fromEntries(built.map(({ platform, program }) => [platform.package, program]));
  const tarballs = await buildPackages({ out: folder, page: join(root, 'dist'), binaries });
  /** @type {Map<string, string>} */
  const tried = new Map();
  for (const tarball of tarballs) {
    captured('npm', ['publish', '--dry-run', '--ignore-scripts', '--access', 'public', tarball]);
    renameSync(tarball, join(out, basename(tarball)));
    tried.set(basename(tarball), 'npm publish --dry-run');
  }
  return tried;
}
