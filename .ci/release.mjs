/**
 * `npm run release`: everything that a version is published as, in `release/`, from the commit that is checked out.
 *
 * The same commit gives the same bytes: times are that of the commit, and no file has a path of this machine. `-- --twice` builds
 * everything a second time in a clone elsewhere and compares. `-- --only programs,wheels,npm,site,crates` builds some of the parts.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEngine, targetDirectory } from './engine.mjs';
import { ensurePackages, ensureToolchain } from './setup.mjs';
import { output, root, runPackage, announce, stop } from './shell.mjs';

const PARTS = ['site', 'programs', 'npm', 'wheels', 'crates'];

/** Most bytes of files by the form of their names, so that a download stays small. */
const MOST_BYTES = [
  { files: /^bufferlab-[\d.]+\.tgz$/, most: 3e6 },
  { files: /\.whl$/, most: 4e6 },
];

const started = Date.now();
const { values } = parseArgs({ options: { only: { type: 'string' }, twice: { type: 'boolean' } } });
const parts = values.only?.split(',') ?? PARTS;
for (const part of parts) {
  if (!PARTS.includes(part)) stop(`There is no part “${part}” of a release. Parts: ${PARTS.join(', ')}.`);
}
if (output('git', ['status', '--porcelain']) !== '')
  announce('Warning: there are changes that are not committed, so this is no release');

ensurePackages();
ensureToolchain();
// These need the packages.
const { filesBelow, writeZip } = await import('./release/archive.mjs');
const { buildPrograms, packPrograms } = await import('./release/binaries.mjs');
const { compareWithSecondBuild } = await import('./release/twice.mjs');
const { ensureReleaseTools, reproducible } = await import('./release/tools.mjs');
const { packNpm } = await import('./release/npm.mjs');
const { packWheels } = await import('./release/wheels.mjs');
const { checkCrates } = await import('./release/crates.mjs');

const { version } = /** @type {{ version: string }} */ (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
);
const out = join(root, 'release');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const page = join(targetDirectory(), 'release', 'page.zip');
const env = reproducible();
if (parts.some((part) => part !== 'site')) env.PATH = await ensureReleaseTools();
const release = { version, env, out, page };

/** @type {Map<string, string>} */
const tried = new Map();
const needsPrograms = parts.includes('programs') || parts.includes('npm');
if (needsPrograms || parts.includes('site')) await buildEngine(env);
if (parts.includes('site')) {
  buildPage('all');
  writeZip(join(root, 'dist'), join(out, `bufferlab-${version}-site.zip`));
  copyFileSync(join(root, '.ci', 'release', 'Containerfile'), join(out, 'Containerfile'));
}
if (needsPrograms) {
  // Search engines and chats do not see what a program serves: its page needs no static pages.
  buildPage('none');
  writeZip(join(root, 'dist'), page);
}
const programs = needsPrograms ? await buildPrograms(release) : [];
if (parts.includes('programs')) add(await packPrograms(release, programs));
if (parts.includes('npm')) add(await packNpm(release, programs));
if (parts.includes('wheels')) add(await packWheels(release));
if (parts.includes('crates')) await checkCrates(release);

writeSums();
checkSizes();
const minutes = ((Date.now() - started) / 60_000).toFixed(1);
announce(`Release ${version}, built in ${minutes} minutes, in ${out}`);
console.log(table());
if (values.twice) compareWithSecondBuild(out, parts);

/**
 * Builds the page in `dist/`, or stops.
 *
 * @param {'all' | 'none'} pages which static pages it has
 */
function buildPage(pages) {
  announce(pages === 'all' ? 'Building the site' : 'Building the page inside the program');
  const env = { BUFFERLAB_PAGES: pages };
  if (!runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn'], env))
    stop('The page did not build, see above.');
}

/** @param {Map<string, string>} rows how files were tried */
function add(rows) {
  for (const [name, how] of rows) tried.set(name, how);
}

/** Stops if a file is larger than files of its kind may be. */
function checkSizes() {
  for (const name of filesBelow(out)) {
    const most = MOST_BYTES.find(({ files }) => files.test(name))?.most ?? Infinity;
    const { size } = statSync(join(out, name));
    if (size > most) stop(`${name} has ${size} bytes; at most ${most} are allowed.`);
  }
}

/** Writes the SHA-256 of each file, in the format of `sha256sum --check`. */
function writeSums() {
  const lines = filesBelow(out).map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex');
    return `${hash}  ${name}\n`;
  });
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
}

/** Returns the files of the release with their sizes, and how each was tried. */
function table() {
  const files = filesBelow(out);
  const missing = [...tried.keys()].filter((name) => !files.includes(name));
  const width = Math.max(...[...files, ...missing].map((name) => name.length));
  const rows = files.map((name) => {
    const megabytes = (statSync(join(out, name)).size / 1e6).toFixed(2).padStart(7);
    return `${name.padEnd(width)} ${megabytes} MB  ${tried.get(name) ?? ''}`.trimEnd();
  });
  for (const name of missing) rows.push(`${name.padEnd(width)}        –    ${tried.get(name)}`);
  return rows.join('\n');
}
