/**
 * `npm run accept`: writes again what tests compare with the sources, and prints what has changed. Look at each change, and say
 * its reason in the commit.
 *
 *     npm run accept                  types and digests, words and links for tests, the examples of CONTRIBUTING.md
 *     npm run accept -- docs          what the documentation shows of the program and of the packages too
 *     npm run accept -- validation    the comparisons with other simulators too, in about five minutes
 *     npm run accept -- counts        the counts of instructions too (`npm run bench -- counts --accept`)
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countCases } from './counts.mjs';
import { acceptOutputs } from './docs-commands.mjs';
import { javascriptPage } from './docs-javascript.mjs';
import { programPage } from './docs-program.mjs';
import { programOf } from './engine.mjs';
import { refreshed } from './examples.mjs';
import { pythonPage } from './python.mjs';
import { ensureToolchain } from './setup.mjs';
import { announce, output, root, run, stop, terminal } from './shell.mjs';

/** Tests that write their file if BLESS is set: a package, and arguments that select them. */
const BLESSED = [
  ['bufferlab-core', '--lib', 'types'],
  ['bufferlab-core', '--test', 'main', 'determinism'],
  ['bufferlab-papers', '--lib', 'types'],
  ['bufferlab-fuzz', 'dictionary'],
  ['bufferlab-native', 'link'],
];

ensureToolchain();
const before = changes();
for (const [name = '', ...tests] of BLESSED) {
  const test = ['test', '-q', '--locked', '--profile', 'ci', '-p', name, ...tests];
  if (!run('cargo', test, { BLESS: '1' })) stop(`The tests of ${name} failed, see above.`);
}
try {
  const guide = join(root, 'CONTRIBUTING.md');
  writeFileSync(guide, refreshed(root, readFileSync(guide, 'utf8')));
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
}
if (process.argv.includes('validation')) {
  const comparisons = ['--test', 'main', '--', 'reference', '--include-ignored'];
  const test = ['test', '-q', '--locked', '--profile', 'ci', '-p', 'bufferlab-core', ...comparisons];
  if (!run('cargo', test, { BLESS: '1', BUFFERLAB_TESTS: 'all' })) stop('A comparison failed, see above.');
}
if (process.argv.includes('docs')) {
  if (!run('cargo', ['build', '-q', '--locked', '--profile', 'ci', '-p', 'bufferlab-cli']))
    stop('The program did not compile, see above.');
  const program = programOf('ci');
  acceptOutputs(program);
  const help = (/** @type {string[]} */ args) => output(program, args) ?? stop(`${program} failed.`);
  const reference = join(root, 'docs', 'reference');
  writeFileSync(join(reference, 'commands.md'), programPage(help));
  writeFileSync(join(reference, 'javascript.md'), await javascriptPage());
  writeFileSync(join(reference, 'python.md'), await pythonPage(terminal));
}
if (process.argv.includes('counts') && !(await countCases(['--accept']))) process.exitCode = 1;

const after = changes();
const changed = [...after].filter(([path, diff]) => before.get(path) !== diff);
announce(changed.length === 0 ? 'Nothing has changed.' : `Changed: ${changed.length} files`);
for (const [, diff] of changed) console.log(diff);

/** Returns the difference of each changed file from the last commit. */
function changes() {
  const paths = output('git', ['diff', 'HEAD', '--name-only'])?.split('\n').filter(Boolean) ?? [];
  return new Map(paths.map((path) => [path, output('git', ['diff', 'HEAD', '-U0', '--', path]) ?? '']));
}
