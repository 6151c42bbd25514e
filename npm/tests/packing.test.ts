/** The packed package installs without a network and works there; its README and its types hold. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackages, PLATFORMS } from '../build.mjs';
import { emptyFolder, program, removeFolders, smallPage } from './package';

/** Most bytes of the package without the page and without native programs, as it is downloaded and as it is installed. */
const MOST_BYTES = { packed: 1_500_000, unpacked: 3_500_000 };

const root = join(import.meta.dirname, '..', '..');

/** Platform of this machine; its package can be run. */
const here = `${process.platform}-${process.arch}`;

let tarballs: string[];
/** Folder into which the package is installed. */
let installed: string;

beforeAll(async () => {
  const binaries = program === undefined ? {} : { [here]: program };
  tarballs = await buildPackages({ out: emptyFolder(), page: smallPage(), binaries });
  installed = install(tarballs[0] ?? '');
});

afterAll(removeFolders);

/** Installs tarballs in an empty folder without a network. */
function install(...paths: string[]): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...paths], folder);
  return folder;
}

function run(file: string, args: readonly string[], cwd: string): string {
  const env = { ...process.env, BUFFERLAB_BINARY: '' };
  return execFileSync(file, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a module in the folder of an installed package. */
function runModule(code: string, folder = installed): string {
  return run(process.execPath, ['--input-type=module', '--eval', code], folder);
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

describe('the packed package', () => {
  it('has equal bytes if it is built again', async () => {
    const binaries = program === undefined ? {} : { [here]: program };
    const again = await buildPackages({ out: emptyFolder(), page: smallPage(), binaries });
    expect(again).toHaveLength(tarballs.length);
    again.forEach((path, i) => {
      expect(readFileSync(path).equals(readFileSync(tarballs[i] ?? '')), path).toBe(true);
    });
  });

  it('is small without the page', () => {
    const folder = join(installed, 'node_modules', 'bufferlab');
    expect(sizeOf(folder)).toBeLessThan(MOST_BYTES.unpacked);
    expect(statSync(tarballs[0] ?? '').size).toBeLessThan(MOST_BYTES.packed);
  });

  it('runs the engine and the command after an installation without a network', () => {
    const code = `
      const { Simulation, version } = await import('bufferlab');
      const simulation = await Simulation.create('anomaly', { duration: 2, warmup: 1 });
      console.log(version, simulation.run().digest);`;
    const [version, digest] = runModule(code).trim().split(' ');
    const command = join(installed, 'node_modules', '.bin', 'bufferlab');
    const printed = run(command, ['run', 'anomaly', '--duration', '2', '--warmup', '1', '--json'], installed);
    expect(JSON.parse(printed)).toMatchObject({ engine: version, digest });
  });

  it('has no code that only Node has in its part for browsers', () => {
    const code = readFileSync(join(installed, 'node_modules', 'bufferlab', 'dist', 'browser.js'), 'utf8');
    expect(code).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(|\bprocess\.|node:/m);
  });

  it('has the licenses of all included code', () => {
    const licenses = join(installed, 'node_modules', 'bufferlab', 'dist', 'licenses');
    const packages = readFileSync(join(licenses, 'packages.md'), 'utf8');
    for (const name of ['fflate', 'mrmime']) expect(packages).toContain(`## ${name} `);
    expect(readFileSync(join(licenses, 'crates.md'), 'utf8')).toContain('## serde_json ');
    expect(existsSync(join(installed, 'node_modules', 'bufferlab', 'LICENSE'))).toBe(true);
  });

  it('names a package for each platform at its own version', () => {
    const manifest = JSON.parse(
      readFileSync(join(installed, 'node_modules', 'bufferlab', 'package.json'), 'utf8'),
    ) as { version: string; optionalDependencies: Record<string, string> };
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(manifest.version).toBe(version);
    expect(manifest.optionalDependencies).toEqual(
      Object.fromEntries(Object.keys(PLATFORMS).map((platform) => [`@bufferlab/${platform}`, version])),
    );
  });

  it.skipIf(program === undefined)('runs the native program of its platform', () => {
    const folder = install(...tarballs);
    const command = join(folder, 'node_modules', '.bin', 'bufferlab');
    const help = run(command, ['sweep', '--help'], folder);
    expect(help).toBe(execFileSync(program ?? '', ['sweep', '--help'], { encoding: 'utf8' }));
    const refused = spawnSync(command, ['run', 'nix'], { cwd: folder, encoding: 'utf8' });
    expect([refused.status, refused.stdout]).toEqual([2, '']);
  });

  it('refuses platforms and inputs that do not exist', async () => {
    const out = emptyFolder();
    const build = (options: object) => buildPackages({ out, page: null, pack: false, ...options });
    await expect(build({ binaries: { 'plan9-x64': process.execPath } })).rejects.toThrow(
      /accepted: linux-x64/,
    );
    await expect(build({ binaries: { 'linux-x64': '/no/such' } })).rejects.toThrow('/no/such is missing');
    await expect(build({ page: out })).rejects.toThrow(/has no built page/);
  });
});

describe('the types', () => {
  /** Compiles a file that uses the package, and returns the messages of the compiler. */
  function messagesOf(code: string, options: readonly string[]): string {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(installed, 'node_modules', 'bufferlab'), join(folder, 'node_modules', 'bufferlab'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    writeFileSync(join(folder, 'use.ts'), code);
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const args = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022', ...options];
    return spawnSync(process.execPath, [compiler, ...args, 'use.ts'], { cwd: folder, encoding: 'utf8' })
      .stdout;
  }

  it.each(['nodenext', 'bundler'])(
    'compile with the strictest checks and the resolution %s',
    (resolution) => {
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
      const code = `
      import { BufferlabError, Simulation, type Report, type Series, type Table } from 'bufferlab';
      const simulation: Simulation = await Simulation.create('one-flow', { seed: 1, set: { seed: 2 } });
      const report: Report = simulation.run();
      const table: Table = simulation.rows(0.1);
      const series: Series | undefined = simulation.series('a').series['a'];
      const utilization: number | null | undefined = report.bottlenecks[0]?.utilization;
      const error = new BufferlabError([{ path: 'a', message: 'b' }]);
      export { table, series, utilization, error };`;
      expect(messagesOf(code, ['--module', module, '--moduleResolution', resolution])).toBe('');
    },
  );

  it('refuse options that do not exist', () => {
    const code = `import { Simulation } from 'bufferlab';\nexport const run = Simulation.create('a', { sed: 1 });`;
    const messages = messagesOf(code, ['--module', 'nodenext', '--moduleResolution', 'nodenext']);
    expect(messages).toMatch(/'sed' does not exist/);
  });

  it('explain every public name', () => {
    const types = readFileSync(join(installed, 'node_modules', 'bufferlab', 'dist', 'index.d.ts'), 'utf8');
    const lines = types.split('\n');
    const from = lines.findIndex((line) => line.includes('export declare class Simulation'));
    const to = lines.findIndex((line, i) => i > from && line === '}');
    const members = lines
      .map((line, i) => ({ line, before: lines[i - 1] ?? '', i }))
      .filter(({ line, i }) => i > from && i < to && /^\t(?:static |get |\w+\(|\w+<|\[Symbol)/.test(line));
    const exported = lines
      .map((line, i) => ({ line, before: lines[i - 1] ?? '' }))
      .filter(({ line }) => /^export (?:declare|interface|type) /.test(line));
    expect([members.length > 15, exported.length > 20]).toEqual([true, true]);
    expect([...members, ...exported].filter(({ before }) => !before.trimEnd().endsWith('*/'))).toEqual([]);
  });
});

describe('the README', () => {
  const text = readFileSync(join(root, 'npm', 'README.md'), 'utf8');
  const examples = [...text.matchAll(/```js\n(.*?)```(?:(?!```js).)*?```text\n(.*?)```/gs)].map(
    ([, code = '', output = '']) => ({ code, output }),
  );

  it('has an output for each example', () => {
    expect(examples).toHaveLength([...text.matchAll(/```js\n/g)].length);
    expect(examples.length).toBeGreaterThan(1);
  });

  it.each(examples)('has examples that print what it says: $output', ({ code, output }) => {
    expect(runModule(code)).toBe(output);
  });

  it('names each method of a simulation', () => {
    const types = readFileSync(join(installed, 'node_modules', 'bufferlab', 'dist', 'index.d.ts'), 'utf8');
    const body = /export declare class Simulation \{(.*?)\n\}/s.exec(types)?.[1] ?? '';
    const names = [...body.matchAll(/^\t(?:static |get )*(\w+)\(/gm)].map(([, name]) => name ?? '');
    expect(names).toContain('advance');
    const missing = names.filter(
      (name) => name !== 'constructor' && !new RegExp(`\`[^\`]*\\b${name}\\b`).test(text),
    );
    expect(missing).toEqual([]);
  });
});
