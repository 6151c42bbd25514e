/** The command by WebAssembly prints what the native program prints, and says what it cannot do. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeLink } from '../src/node';
import {
  builtPackage,
  byNode,
  byWasm,
  emptyFolder,
  native,
  program,
  removeFolders,
  type Output,
} from './package';

afterAll(removeFolders);

const short = ['--duration', '3', '--warmup', '1'];

/** A scenario with a warning of its text, and with edits that add columns. */
const scenario = {
  title: 'Two groups',
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.01, queue: { kind: 'drop_tail', limit_packets: 20 } }],
  groups: [{ id: 'tcp', access: { rate_bps: 1e9, delay_s: 1e-4 }, traffic: { kind: 'tcp' } }],
  duration_s: 3,
  warmup_s: 1,
  edits: [1.03, 2].map((at_s, i) => ({
    at_s,
    set: [
      {
        path: `groups.late${i}`,
        value: { access: { rate_bps: 1e9, delay_s: 1e-4 }, traffic: { kind: 'poisson', rate_bps: 1e6 } },
      },
    ],
  })),
};

/** Returns an output without the real time of the run, the only difference between two runs. */
function timeless({ stdout, stderr, status }: Output): Output {
  const text = stdout
    .replace(/ events and .*: .* packets per second\./, ' events.')
    .replace(/"wall_s": [\d.e-]+/, '"wall_s": 0');
  return { stdout: text, stderr, status };
}

async function expectSame(
  args: readonly string[],
  input?: string | Uint8Array,
  cwd?: string,
): Promise<Output> {
  const expected = timeless(native(args, input, cwd));
  expect(timeless(await byWasm(args, input, cwd))).toEqual(expected);
  return expected;
}

describe.skipIf(program === undefined)('by WebAssembly, as by the native program,', () => {
  it.each(['presets', 'catalog', 'schema'])('%s is the same', async (listing) => {
    expect((await expectSame([listing])).stdout.length).toBeGreaterThan(1000);
    if (listing !== 'schema') await expectSame([listing, '--json']);
  });

  it.each(['one-flow', 'anomaly', 'two-way', 'wifi', 'cioq'])('run %s is the same', async (preset) => {
    const { stdout, status } = await expectSame(['run', preset, ...short]);
    expect([stdout.includes('Measured from 1 to 3 s'), status]).toEqual([true, 0]);
    await expectSame(['run', preset, ...short, '--json']);
    await expectSame(['run', preset, ...short, '--json', '--detail']);
  });

  it('options change the scenario likewise', async () => {
    const { stdout } = await expectSame([
      ...['run', 'anomaly', '--seed', '7', '--duration', '3000 ms', '--warmup=1', '--json'],
      ...['--set', 'bottlenecks.r0.queue.limit_bytes=11 kB', '--set', 'groups.udp.traffic.rate_bps="2 Mb/s"'],
    ]);
    expect((JSON.parse(stdout) as { seed: number }).seed).toBe(7);
  });

  it.each([
    ['a preset', ['one-flow', '--duration', '3', '--warmup', '1', '--interval', '10ms']],
    ['the default interval', ['poisson-queue', '--duration', '2', '--warmup', '1']],
    ['chosen flows', ['two-way', '--duration', '2', '--warmup', '1', '--interval', '0.07', '--watch', '1,0']],
    ['edits that add columns', ['scenario.json', '--interval', '0.1']],
    ['edits in a short last row', ['scenario.json', '--interval', '0.7']],
  ])('the file of --csv has the same bytes: %s', async (_, args) => {
    const files = [emptyFolder(), emptyFolder()] as const;
    for (const folder of files) writeFileSync(join(folder, 'scenario.json'), JSON.stringify(scenario));
    const all = ['run', ...args, '--csv', 'series.csv'];
    expect(timeless(await byWasm(all, '', files[0]))).toEqual(timeless(native(all, '', files[1])));
    const [wasm, expected] = files.map((folder) => readFileSync(join(folder, 'series.csv'), 'utf8'));
    expect(wasm).toBe(expected);
    expect(wasm?.split('\n').length).toBeGreaterThan(5);
    expect(readdirSync(files[0]).sort()).toEqual(['scenario.json', 'series.csv']);
  });

  it('the file of --csv replaces that at the end of a link', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'old.csv'), 'old');
    symlinkSync('old.csv', join(folder, 'link.csv'));
    const { status } = await byWasm(['run', 'one-flow', ...short, '--csv', 'link.csv'], '', folder);
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'old.csv'), 'utf8')).toMatch(/^time \[s\],/);
    expect(readdirSync(folder).sort()).toEqual(['link.csv', 'old.csv']);
  });

  it('a scenario comes from a file, standard input, or a link', async () => {
    const folder = emptyFolder();
    const text = JSON.stringify(scenario);
    writeFileSync(join(folder, 'plain.json'), text);
    writeFileSync(join(folder, 'marked.json'), `\ufeff${text}`);
    writeFileSync(join(folder, 'repeated.json'), text.replace('{', '{"seed":3,"seed":4,'));
    for (const file of ['plain.json', 'marked.json']) await expectSame(['run', file], '', folder);
    const repeated = await expectSame(['run', 'repeated.json'], '', folder);
    expect(repeated.stderr).toContain('seed');
    await expectSame(['run', '-'], text);
    const link = await encodeLink(scenario);
    await expectSame(['run', link]);
    await expectSame(['run', `https://example.org/${link}`]);
  });

  it.each<[string, string[], number]>([
    ['an unknown name', ['nix'], 2],
    ['a directory', ['folder'], 2],
    ['bytes that are no text', ['binary.json'], 2],
    ['text that is no JSON', ['text.json'], 2],
    ['an invalid scenario', ['invalid.json'], 2],
    ['a study', ['study.json'], 2],
    ['a link that was cut', ['https://example.org/#1.dZVBB'], 2],
    ['a very long link', [`#1.d${'a'.repeat(20_000)}.00000000`], 2],
    ['a change without a value', ['one-flow', '--set', 'seed'], 2],
    ['a change of no field', ['one-flow', '--set', 'nix.nix=3'], 2],
    ['several problems', ['one-flow', '--set', 'bottlenecks.r0.rate_bps=-1', '--set', 'warmup_s=-1'], 2],
    ['a seed', ['one-flow', '--seed', '-1'], 2],
    ['a duration', ['one-flow', '--duration', 'long'], 2],
    ['an interval', ['one-flow', '--csv', 'x.csv', '--interval', '1 us'], 2],
    ['a flow', ['one-flow', '--csv', 'x.csv', '--watch', '5'], 2],
    ['a missing trace', ['trace.json'], 2],
  ])('%s is refused with the same words', async (_, args, status) => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'folder'));
    const files: Record<string, string | Uint8Array> = {
      'binary.json': Uint8Array.from([123, 255, 254, 125]),
      'text.json': 'seed: 3',
      'invalid.json': JSON.stringify({ ...scenario, seed: 1.5, warmup_s: -3 }),
      'study.json': JSON.stringify({ scenario, over: ['seed=1,2'] }),
      'trace.json': JSON.stringify({
        ...scenario,
        edits: [],
        groups: [
          {
            id: 'video',
            access: { rate_bps: 1e9, delay_s: 1e-4 },
            traffic: { kind: 'video', trace: { name: 'frames.txt', sha256: '0'.repeat(64) } },
          },
        ],
      }),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const output = await expectSame(['run', ...args], '', folder);
    expect(output.status).toBe(status);
    expect(output.stderr).toMatch(/^bufferlab: /);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part') || name === 'x.csv')).toEqual([]);
  });

  it('an input that is too long is refused with the same words', async () => {
    // One byte more than the limit: the program reads no further.
    const long = `{"title":"${'x'.repeat(3_999_989)}"}`;
    expect(long).toHaveLength(4_000_001);
    const folder = emptyFolder();
    writeFileSync(join(folder, 'long.json'), long);
    for (const source of ['-', 'long.json']) {
      const { stderr, status } = await expectSame(['run', source], source === '-' ? long : '', folder);
      expect(stderr).toContain('is longer than 4000000 bytes');
      expect(status).toBe(2);
    }
  });

  it('the native program runs instead where there is one', async () => {
    const args = ['run', 'one-flow', ...short, '--json'];
    const folder = emptyFolder();
    const variables = { BUFFERLAB_BINARY: program ?? '' };
    expect(timeless(await byNode(args, '', folder, variables))).toEqual(timeless(native(args)));
    const refused = ['sweep', 'nix', '--over', 'seed=1,2'];
    const output = await byNode(refused, '', folder, variables);
    expect(output).toEqual(native(refused));
    expect(output.status).toBe(2);
  });
});

describe('by WebAssembly', () => {
  it.each<[string, string[], RegExp]>([
    [
      'other commands',
      ['sweep', 'one-flow'],
      /^bufferlab: sweep: needs the native program.*npm install @bufferlab\//,
    ],
    ['trace files', ['run', 'one-flow', '--trace', 'x'], /^bufferlab: --trace: needs the native program/],
    [
      'columns of tables',
      ['run', 'one-flow', '--columns', '1,2'],
      /^bufferlab: --columns: needs the native program/,
    ],
    ['unknown commands', ['swep'], /^bufferlab: "swep" is no command; the commands are serve, run/],
    ['unknown options', ['run', 'one-flow', '--sed', '1'], /^bufferlab: Unknown option '--sed'/],
    ['no scenario', ['run'], /^bufferlab: run: takes one scenario/],
    ['two scenarios', ['run', 'one-flow', 'anomaly'], /^bufferlab: run: takes one scenario/],
    ['details without JSON', ['run', 'one-flow', '--detail'], /^bufferlab: --detail: requires --json/],
    [
      'an interval without a file',
      ['run', 'one-flow', '--interval', '1'],
      /^bufferlab: --interval: requires --csv/,
    ],
    [
      'flows that are no numbers',
      ['run', 'one-flow', '--csv', 'x', '--watch', '-1'],
      /^bufferlab: --watch: must be numbers/,
    ],
    ['arguments of a listing', ['presets', 'x'], /^bufferlab: presets: takes no argument/],
    ['JSON of the schema', ['schema', '--json'], /^bufferlab: Unknown option '--json'/],
    ['a port', ['serve', '--port', '70000'], /^bufferlab: --port: must be a whole number from 0 to 65535/],
    [
      'a folder that is missing',
      ['run', 'one-flow', '--csv', 'no/such/x.csv'],
      /^bufferlab: --csv: no\/such\/x.csv cannot be created/m,
    ],
  ])('refuses %s', async (_, args, message) => {
    const { stdout, stderr, status } = await byWasm(args, '', emptyFolder());
    expect(stderr).toMatch(message);
    expect([stdout, status]).toEqual(['', 2]);
  });

  it('prints its version and help', async () => {
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
    ) as { version: string };
    for (const args of [['version'], ['--version'], ['-V']]) {
      expect(await byWasm(args)).toEqual({ stdout: `bufferlab ${version}\n`, stderr: '', status: 0 });
    }
    for (const args of [['help'], ['--help'], ['-h']])
      expect((await byWasm(args)).stdout).toContain('Usage: bufferlab');
  });

  it('says that a native program cannot be started', async () => {
    const output = await byNode(['run', 'one-flow'], '', emptyFolder(), {
      BUFFERLAB_BINARY: '/no/such/program',
    });
    expect(output.stderr).toMatch(/^bufferlab: \/no\/such\/program cannot be started/);
    expect(output.status).toBe(1);
  });

  it('ends after Ctrl-C with the measures and rows so far', async () => {
    const folder = emptyFolder();
    const args = ['run', 'one-flow', '--duration', '1000000', '--csv', 'x.csv', '--interval', '2'];
    const command = join(await builtPackage(), 'dist', 'command.js');
    const env = { ...process.env, BUFFERLAB_BINARY: 'wasm' };
    const child = spawn(process.execPath, [command, ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => (texts[name] += chunk.toString()));
    }
    const exited = new Promise<number | null>((resolve) => child.on('close', resolve));
    // Rows are written to the file only during the run.
    const written = () => readdirSync(folder).some((name) => statSync(join(folder, name)).size > 0);
    while (!written() && child.exitCode === null) await setTimeout(20);
    child.kill('SIGINT');
    expect(await exited).toBe(130);
    expect(texts.stdout).toContain('of simulated time; seed 1');
    expect(texts.stderr).toContain('bufferlab: interrupted; the results cover the run up to this time');
    expect(readdirSync(folder)).toEqual(['x.csv']);
    expect(readFileSync(join(folder, 'x.csv'), 'utf8')).toMatch(/\n$/);
  });
});

describe('serve', () => {
  /** Starts the server and returns its address and its end. */
  async function started(...args: string[]) {
    const command = join(await builtPackage(), 'dist', 'command.js');
    const env = { ...process.env, BUFFERLAB_BINARY: 'wasm' };
    const child = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.endsWith('\n')) resolve(printed.trim());
      });
      child.on('close', (code) => reject(new Error(`the server has ended with ${code}`)));
    });
    const end = () =>
      new Promise<number | null>((resolve) => {
        child.on('close', resolve);
        child.kill('SIGTERM');
      });
    return { address, end };
  }

  it('gives the page to a browser, with headers of a good host', async () => {
    const { address, end } = await started('serve', '--port', '0');
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const page = await fetch(address);
    expect(await page.text()).toContain('Small page');
    const headers = (response: Response) =>
      ['content-type', 'cache-control', 'x-content-type-options'].map((name) => response.headers.get(name));
    expect(headers(page)).toEqual(['text/html;charset=utf-8', 'no-cache', 'nosniff']);
    const script = await fetch(`${address}assets/main-abc.js`);
    expect(headers(script)).toEqual(['text/javascript', 'public, max-age=31536000, immutable', 'nosniff']);
    for (const path of [
      'nix',
      '%2e%2e/command.js',
      '..%2fcommand.js',
      'assets/..%2f..%2fcommand.js',
      '%00',
    ]) {
      const { status } = await fetch(address + path);
      expect([path, status]).toEqual([path, 404]);
    }
    expect(await end()).toBe(0);
  });

  it('takes a free port if the usual one is in use, but not instead of a chosen one', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { stderr, status } = await byWasm(['serve', '--port', String(port)]);
    other.close();
    expect(stderr).toBe(`bufferlab: --port: ${port} is in use; choose another port, or 0 for a free one\n`);
    expect(status).toBe(1);
    const both = [await started(), await started()];
    expect(new Set(both.map(({ address }) => address)).size).toBe(2);
    for (const { end } of both) expect(await end()).toBe(0);
  });
});
