/**
 * The examples of CONTRIBUTING.md: diffs that must apply to the present sources. A change near an example moves or alters the
 * lines around it; then its diff is made again.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const EXAMPLE = /^### (.+)$[^]*?^```diff\n([^]*?)^```$/gm;

/**
 * Returns the heading and the diff of each example.
 *
 * @param {string} guide text of CONTRIBUTING.md
 * @returns {{ heading: string; diff: string }[]}
 */
export function examplesOf(guide) {
  return [...guide.matchAll(EXAMPLE)].map(([, heading = '', diff = '']) => ({ heading, diff }));
}

/**
 * Returns why a diff does not apply to the sources, empty if it does.
 *
 * @param {string} root folder of the repository
 * @param {string} diff
 */
export function refusal(root, diff) {
  const { status, stderr } = git(root, ['apply', '--check', '-'], diff);
  return status === 0 ? '' : stderr || 'git apply failed';
}

/**
 * Returns the guide with each example made again that does not apply, where a line on either side of its changes is still the
 * same. Throws for an example that a person has to write again.
 *
 * @param {string} root
 * @param {string} guide
 */
export function refreshed(root, guide) {
  return examplesOf(guide).reduce((text, { heading, diff }) => {
    if (refusal(root, diff) === '') return text;
    const made = madeAgain(root, diff);
    if (made === null) throw new Error(`CONTRIBUTING.md, ${heading}: write this diff again by hand.`);
    return text.replace(diff, () => made);
  }, guide);
}

/**
 * Applies a diff to a copy of its files, and returns the difference; null if it cannot be applied.
 *
 * @param {string} root
 * @param {string} diff
 */
function madeAgain(root, diff) {
  const copy = mkdtempSync(join(tmpdir(), 'bufferlab-example-'));
  try {
    for (const [, path = ''] of diff.matchAll(/^--- a\/(.+)$/gm)) {
      if (!existsSync(join(root, path))) continue;
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(root, path), join(copy, path));
    }
    git(copy, ['init', '-q']);
    git(copy, ['add', '--all']);
    if (git(copy, ['apply', '-C1', '-'], diff).status !== 0) return null;
    git(copy, ['add', '--all', '--intent-to-add']);
    const { stdout } = git(copy, ['diff', '--no-color', '--no-ext-diff']);
    return stdout.replaceAll(/^index .+\n/gm, '');
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @param {string} [input]
 */
function git(folder, args, input) {
  return spawnSync('git', args, { cwd: folder, encoding: 'utf8', ...(input === undefined ? {} : { input }) });
}
