/**
 * Builds the npm packages: `bufferlab` with the engine, its command and the page, and a package with the native program for each
 * platform.
 *
 *     node npm/build.mjs [--out FOLDER] [--page FOLDER | --without-page] [--binary PLATFORM=PATH]... [--without-pack]
 *
 * The modules in `web/generated` and the page must have been built. Equal inputs give equal bytes. `--out` is `release/npm` by
 * default, `--page` is `dist`, and PLATFORM is one of `linux-x64`, `linux-arm64`, `darwin-x64`, `darwin-arm64`, `win32-x64`.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateDtsBundle } from 'dts-bundle-generator';
import { rolldown } from 'rolldown';
import { noticesOf } from '../.ci/licenses.mjs';
import { filesBelow } from '../.ci/release/archive.mjs';
import { PLATFORMS as RELEASED } from '../.ci/release/platforms.mjs';
import { bundleOf } from './bundle.mjs';

const root = join(import.meta.dirname, '..');
const generated = join(root, 'web', 'generated');

/** Module of the engine for those who import the package, which bundlers and browsers read. */
const ENGINE = 'bufferlab_wasm_bg.wasm';

/** Module of the commands, which only the package reads. */
const COMMANDS = 'bufferlab_command_bg.wasm';

/**
 * Platforms that have a package, with the target of the compiler.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const PLATFORMS = Object.fromEntries(RELEASED.map(({ package: name, target }) => [name, target]));

/** @typedef {{ version: string; license: string; engines: Record<string, string> }} Manifest */

/**
 * Builds the packages and packs them. Resolves to the paths of the tarballs; none without `pack`.
 *
 * @param {object} options
 * @param {string} options.out folder of the packages, which is emptied
 * @param {string | null} options.page folder of the built page; null leaves it out
 * @param {Readonly<Record<string, string>>} [options.binaries] paths of native programs by platform
 * @param {boolean} [options.pack] whether tarballs are written
 * @returns {Promise<string[]>}
 */
export async function buildPackages({ out, page, binaries = {}, pack = true }) {
  const unknown = Object.keys(binaries).find((platform) => !Object.hasOwn(PLATFORMS, platform));
  if (unknown !== undefined) {
    throw new Error(
      `--binary: there is no platform ${unknown}; accepted: ${Object.keys(PLATFORMS).join(', ')}`,
    );
  }
  for (const path of [
    ...[ENGINE, COMMANDS].map((file) => join(generated, file)),
    ...Object.values(binaries),
  ]) {
    if (!existsSync(path)) throw new Error(`${path} is missing; build it first`);
  }
  if (page !== null && !existsSync(join(page, 'index.html'))) {
    throw new Error(`${page} has no built page; run npm run build first, or use --without-page`);
  }
  rmSync(out, { recursive: true, force: true });
  const folders = [await buildMain(join(out, 'bufferlab'), page)];
  for (const [platform, path] of Object.entries(binaries)) folders.push(buildPlatform(out, platform, path));
  return pack ? folders.map((folder) => packed(folder, out)) : [];
}

/**
 * @param {string} folder
 * @param {string | null} page
 */
async function buildMain(folder, page) {
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'licenses'), { recursive: true });
  const bundled = new Set([
    ...(await bundle(dist, { browser: 'npm/src/browser.ts' }, 'browser')),
    ...(await bundle(dist, { node: 'npm/src/node.ts', command: 'npm/src/command/main.ts' }, 'node')),
  ]);
  chmodSync(join(dist, 'command.js'), 0o755);
  writeFileSync(join(dist, 'index.d.ts'), declarations());
  copyFileSync(join(generated, ENGINE), join(dist, ENGINE));
  writeFileSync(join(dist, 'command.br'), bundleOf(filesOfCommand(page)));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(root, 'npm', 'README.md'), join(folder, 'README.md'));
  writeFileSync(join(dist, 'licenses', 'packages.md'), packageNotices(bundled));
  const crates = noticesOf(['bufferlab-wasm', 'bufferlab-command'], 'wasm32-unknown-unknown');
  writeFileSync(join(dist, 'licenses', 'crates.md'), crates);
  const { version, license, engines } = manifest();
  writeManifest(folder, {
    name: 'bufferlab',
    version,
    description:
      'A packet-level simulator of router buffers: the lab, its command and its engine for JavaScript',
    keywords: ['aqm', 'bufferbloat', 'congestion-control', 'network', 'queue', 'router', 'simulator', 'tcp'],
    license,
    type: 'module',
    engines,
    bin: { bufferlab: 'dist/command.js' },
    types: './dist/index.d.ts',
    exports: {
      '.': {
        types: './dist/index.d.ts',
        node: './dist/node.js',
        browser: './dist/browser.js',
        default: './dist/browser.js',
      },
      './package.json': './package.json',
    },
    files: ['dist'],
    optionalDependencies: Object.fromEntries(
      Object.keys(PLATFORMS).map((platform) => [`@bufferlab/${platform}`, version]),
    ),
  });
  return folder;
}

/**
 * Returns the files that only the command reads, by their paths in the bundle.
 *
 * @param {string | null} page
 * @returns {Record<string, Uint8Array>}
 */
function filesOfCommand(page) {
  /** @type {Record<string, Uint8Array>} */
  const files = { [COMMANDS]: readFileSync(join(generated, COMMANDS)) };
  if (page === null) return files;
  for (const name of filesBelow(page)) files[`page/${name}`] = readFileSync(join(page, name));
  return files;
}

/**
 * @param {string} out
 * @param {string} platform
 * @param {string} program
 */
function buildPlatform(out, platform, program) {
  const folder = join(out, platform);
  mkdirSync(folder, { recursive: true });
  const [os, cpu] = platform.split('-');
  const file = os === 'win32' ? 'bufferlab.exe' : 'bufferlab';
  copyFileSync(program, join(folder, file));
  chmodSync(join(folder, file), 0o755);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'crates.md'), noticesOf(['bufferlab-cli'], PLATFORMS[platform] ?? ''));
  writeFileSync(
    join(folder, 'README.md'),
    `# @bufferlab/${platform}\n\nThe native program of [bufferlab](https://www.npmjs.com/package/bufferlab) for ${platform}. ` +
      'The package `bufferlab` installs and runs it.\n',
  );
  const { version, license } = manifest();
  writeManifest(folder, {
    name: `@bufferlab/${platform}`,
    version,
    description: `The native program of bufferlab for ${platform}`,
    license,
    os: [os],
    cpu: [cpu],
    files: [file, 'crates.md'],
    preferUnplugged: true,
    publishConfig: { access: 'public' },
  });
  return folder;
}

/**
 * Bundles entry points. Resolves to the ids of the modules in them.
 *
 * @param {string} dist
 * @param {Record<string, string>} input
 * @param {'node' | 'browser'} platform
 * @returns {Promise<string[]>}
 */
async function bundle(dist, input, platform) {
  const build = await rolldown({
    cwd: root,
    input,
    platform,
    transform: { target: 'es2022' },
    // A browser has no modules of Node: an import of one is a mistake here.
    external: platform === 'node' ? [/^node:/] : [],
    plugins: [wasmBeside()],
    onLog(level, log, handle) {
      handle(level === 'warn' ? 'error' : level, log);
    },
  });
  try {
    const { output } = await build.write({
      dir: dist,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: `${platform}-[name].js`,
    });
    return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  } finally {
    await build.close();
  }
}

/** @returns {import('rolldown').Plugin} */
function wasmBeside() {
  return {
    name: 'wasm-beside',
    transform(code, id) {
      if (basename(id) !== 'wasmFile.ts') return null;
      const beside = code.replace(/'(?:\.\.\/)+web\/generated\/(\w+\.wasm)'/, "'./$1'");
      if (beside === code) throw new Error(`${id} names no file of web/generated`);
      return beside;
    },
  };
}

/** Returns the public types in one file. */
function declarations() {
  const [types] = generateDtsBundle(
    [
      {
        filePath: join(root, 'npm', 'src', 'index.ts'),
        output: { noBanner: true, exportReferencedTypes: false, sortNodes: false },
      },
    ],
    { preferredConfigPath: join(root, '.ci', 'tsconfig.npm.json') },
  );
  return `/// <reference lib="esnext.disposable" />\n${types ?? ''}`;
}

/**
 * Returns the licenses of the packages in a bundle, with their texts.
 *
 * @param {Iterable<string>} modules
 */
function packageNotices(modules) {
  const names = [...modules].flatMap(
    (id) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(id)?.[1] ?? [],
  );
  return [...new Set(names)].sort().map(packageNotice).join('\n');
}

/** @param {string} name */
function packageNotice(name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = readManifest(folder);
  const file = ['LICENSE', 'license', 'LICENSE.md', 'license.md'].find((each) =>
    existsSync(join(folder, each)),
  );
  const text = file === undefined ? `License: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
  return `## ${name} ${version} (${license})\n\n${text}\n`;
}

/** Returns the manifest of the repository, the only place that has the version. */
function manifest() {
  return readManifest(root);
}

/**
 * @param {string} folder
 * @returns {Manifest}
 */
function readManifest(folder) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return manifest;
}

/**
 * @param {string} folder
 * @param {object} content
 */
function writeManifest(folder, content) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

/**
 * @param {string} folder
 * @param {string} out
 */
function packed(folder, out) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const output = execFileSync(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', out], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    // Windows starts the scripts of npm only by a shell.
    shell: process.platform === 'win32',
  });
  const [tarball] = /** @type {{ filename: string }[]} */ (JSON.parse(output));
  if (tarball === undefined) throw new Error(`npm has packed nothing in ${folder}`);
  return join(out, tarball.filename.replace('@', '').replace('/', '-'));
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(root, 'release', 'npm') },
      page: { type: 'string', default: join(root, 'dist') },
      'without-page': { type: 'boolean', default: false },
      'without-pack': { type: 'boolean', default: false },
      binary: { type: 'string', multiple: true, default: [] },
    },
  });
  const binaries = values.binary.map((pair) => {
    const [platform = '', path = ''] = pair.split(/=(.*)/s);
    return [platform, path];
  });
  const tarballs = await buildPackages({
    out: values.out,
    page: values['without-page'] ? null : values.page,
    binaries: Object.fromEntries(binaries),
    pack: !values['without-pack'],
  });
  for (const tarball of tarballs) console.log(tarball);
}
