/** The API of the package gives what the native program prints, number for number and byte for byte. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BufferlabError, decodeLink, encodeLink, presets, catalog, Simulation, version } from '../src/node';
import { emptyFolder, program, removeFolders } from './package';

afterAll(removeFolders);

const short = { duration: 3, warmup: 1 };
const shortOptions = ['--duration', '3', '--warmup', '1'];

/** Presets with different queues, senders and paths. */
const PRESETS = ['one-flow', 'anomaly', 'codel', 'two-way', 'wifi', 'dual-pi2', 'cioq'];

/** A scenario with an edit that adds a group, and so columns. */
const edited = {
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.01, queue: { kind: 'drop_tail', limit_packets: 20 } }],
  groups: [{ id: 'tcp', access: { rate_bps: 1e9, delay_s: 1e-4 }, traffic: { kind: 'tcp' } }],
  duration_s: 3,
  warmup_s: 1,
  edits: [
    {
      at_s: 1.5,
      set: [
        {
          path: 'groups.late',
          value: { access: { rate_bps: 1e9, delay_s: 1e-4 }, traffic: { kind: 'poisson', rate_bps: 1e6 } },
        },
      ],
    },
  ],
};

/** A group that needs a trace file. */
const videoOfFile = {
  access: { rate_bps: 1e9, delay_s: 1e-4 },
  traffic: { kind: 'video', trace: { name: 'frames.txt', sha256: '0'.repeat(64) } },
};

/** Returns an object that refers to itself twice. */
function inItself(): object {
  const object: Record<string, object> = {};
  object.a = object;
  object.b = object;
  return object;
}

/** Returns an object that JSON would write with 2^31 parts. */
function shared(): object {
  return Array.from({ length: 30 }).reduce<object>((part) => ({ a: part, b: part }), {});
}

function printed(args: readonly string[]): string {
  return execFileSync(program ?? '', ['run', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 28,
  });
}

function csvOf(args: readonly string[]): string {
  const file = join(emptyFolder(), 'series.csv');
  printed([...args, '--csv', file]);
  return readFileSync(file, 'utf8');
}

function scenarioFile(scenario: object): string {
  const file = join(emptyFolder(), 'scenario.json');
  writeFileSync(file, JSON.stringify(scenario));
  return file;
}

/** Returns the error of a call, which must be one of the package. */
async function errorOf(call: () => unknown): Promise<BufferlabError> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(BufferlabError);
    return error as BufferlabError;
  }
  throw new Error('the call has thrown no error');
}

/** Returns all numbers in a summary by their paths; items of lists are named by their ids. */
function numbersIn(value: unknown, path = ''): [string, number | null][] {
  if (typeof value === 'number' || value === null) return [[path, value]];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
    const id = Array.isArray(value) ? (item as { id?: string }).id : undefined;
    return numbersIn(item, path === '' ? name : `${path}.${id ?? name}`);
  });
}

describe.skipIf(program === undefined)('compared with the native program', () => {
  it.each(PRESETS)('the summary of %s is that of --json', async (preset) => {
    using simulation = await Simulation.create(preset, short);
    const { wall_s, ...expected } = JSON.parse(printed([preset, ...shortOptions, '--json'])) as Record<
      string,
      unknown
    >;
    expect(wall_s).toBeTypeOf('number');
    expect(simulation.run()).toEqual(expected);
    expect(simulation.warnings()).toEqual(expected.warnings);
  });

  it.each(PRESETS)('the rows of %s are those of --csv', async (preset) => {
    using simulation = await Simulation.create(preset, short);
    simulation.run();
    const table = simulation.rows(0.05);
    expect(table.csv).toBe(csvOf([preset, ...shortOptions, '--interval', '50 ms']));
    expect(table.rows).toHaveLength(60);
    expect(table.rows.every((row) => row.length === table.columns.length)).toBe(true);
  });

  it('the rows have the same default interval', async () => {
    for (const duration of [3, 25]) {
      using simulation = await Simulation.create('poisson-queue', { duration, warmup: 1 });
      simulation.run();
      const csv = csvOf(['poisson-queue', '--duration', String(duration), '--warmup', '1']);
      expect(simulation.rows().csv).toBe(csv);
    }
  });

  it('the rows have the chosen flows, and the columns that an edit adds', async () => {
    using simulation = await Simulation.create('two-way', { ...short, watch: [1, 0] });
    simulation.run();
    const csv = csvOf(['two-way', ...shortOptions, '--interval', '0.1', '--watch', '1,0']);
    expect(simulation.rows(0.1).csv).toBe(csv);
    using other = await Simulation.create(edited);
    other.run();
    expect(other.rows(0.1).csv).toBe(csvOf([scenarioFile(edited), '--interval', '0.1']));
    expect(other.rows(0.1).columns).toContain('group.late.throughput_bps [b/s]');
  });

  it('changes and the seed give the same run', async () => {
    using simulation = await Simulation.create('anomaly', {
      ...short,
      seed: 7,
      set: { 'bottlenecks.r0.queue.limit_bytes': 11_000, 'groups.udp.traffic.rate_bps': '2 Mb/s' },
    });
    const changes = ['bottlenecks.r0.queue.limit_bytes=11 kB', 'groups.udp.traffic.rate_bps="2 Mb/s"'];
    const args = [
      'anomaly',
      ...shortOptions,
      '--seed',
      '7',
      ...changes.flatMap((set) => ['--set', set]),
      '--json',
    ];
    const { digest } = JSON.parse(printed(args)) as { digest: string };
    expect(simulation.run().digest).toBe(digest);
  });

  it('a link opens there, and its edits are repeated', async () => {
    using simulation = await Simulation.create('one-flow', short);
    simulation.advance(2);
    simulation.edit('bottlenecks.r0.queue.limit_packets', 5);
    const link = simulation.link();
    expect(link).toMatch(/^#1\.d[\w-]+\.[0-9a-f]{8}&t=2$/);
    const { digest } = JSON.parse(printed([link, '--json'])) as { digest: string };
    expect(simulation.run().digest).toBe(digest);
  });
});

describe('a run', () => {
  it('is the same in slices', async () => {
    for (const preset of ['one-flow', 'dual-pi2']) {
      using whole = await Simulation.create(preset, short);
      const summary = whole.run();
      using sliced = await Simulation.create(preset, short);
      while (sliced.time < 1) sliced.advance(0.0137);
      sliced.summary();
      expect(sliced.advance({ until: 2 })).toBe(2);
      expect(sliced.ended).toBe(false);
      expect(sliced.advance(Number.MAX_VALUE)).toBe(3);
      expect(sliced.ended).toBe(true);
      expect(sliced.summary()).toEqual(summary);
    }
  });

  it('with an edit is that of a scenario with the edit', async () => {
    const path = 'bottlenecks.r0.queue.limit_packets';
    using simulation = await Simulation.create('one-flow', short);
    const { scenario } = simulation;
    simulation.advance(1.5);
    expect(simulation.edit({ [path]: 7 })).toEqual({ at_s: 1.5, set: [{ path, value: 7 }] });
    expect(simulation.current.bottlenecks[0]?.queue.limit_packets).toBe(7);
    const summary = simulation.run();
    using other = await Simulation.create({ ...scenario, edits: [{ at_s: 1.5, set: [{ path, value: 7 }] }] });
    expect(other.run()).toEqual(summary);
    expect(simulation.scenario).toEqual(other.scenario);
    using unedited = await Simulation.create(scenario);
    expect(unedited.run().digest).not.toBe(summary.digest);
  });

  it('continues from a snapshot as if there had been none', async () => {
    using simulation = await Simulation.create('two-way', { ...short, watch: [1] });
    simulation.advance(0.7);
    simulation.edit('bottlenecks.r0.queue.limit_packets', 9);
    simulation.advance(0.9);
    const bytes = simulation.snapshot();
    using restored = await Simulation.restore(bytes);
    expect(restored.time).toBe(simulation.time);
    expect(restored.summary()).toEqual(simulation.summary());
    for (const run of [simulation, restored]) run.advance({ until: 2 });
    for (const run of [simulation, restored]) run.edit('bottlenecks.r0.queue.limit_packets', 30);
    expect(restored.run()).toEqual(simulation.run());
    expect(restored.rows(0.1).csv).toBe(simulation.rows(0.1).csv);
    expect(restored.rows(0.1).columns).toContain('flow.1.cwnd_packets max [packets]');
  });

  it('gives each number of its summary as a measure', async () => {
    using simulation = await Simulation.create('two-way', short);
    const numbers = numbersIn(simulation.run()).filter(([path]) => !path.startsWith('warnings'));
    expect(numbers.length).toBeGreaterThan(100);
    for (const [path, value] of numbers) expect(simulation.measure(path), path).toBe(value);
  });

  it('gives series whose extremes are those of its rows', async () => {
    using simulation = await Simulation.create('one-flow', short);
    simulation.run();
    const name = 'link.r0.queue_packets';
    const { times, series } = simulation.series([name, 'link.r0.utilization'], {
      from: 1,
      to: 2,
      columns: 10,
    });
    expect([...times.slice(0, 2), times.length]).toEqual([1, 1.1, 10]);
    expect(Object.keys(series)).toEqual([name, 'link.r0.utilization']);
    expect(Object.keys(series['link.r0.utilization'] ?? {})).toEqual(['unit', 'value']);
    const table = simulation.rows(0.1, { series: [name] });
    expect(table.columns).toHaveLength(4);
    const largest = table.rows.slice(10, 20).map(([, , max]) => max);
    expect(Math.max(...(series[name]?.max ?? []))).toBe(Math.max(...largest.map(Number)));
    expect(series[name]?.mean?.every((mean) => mean >= 0)).toBe(true);
    expect(simulation.listSeries().map(({ id }) => id)).toContain(name);
  });

  it('refuses calls after it was freed', async () => {
    const simulation = await Simulation.create('one-flow', short);
    simulation.free();
    simulation.free();
    for (const call of [() => simulation.time, () => simulation.run(), () => simulation.rows()]) {
      expect((await errorOf(call)).path).toBe('simulation');
    }
  });
});

describe('links', () => {
  it('keep a scenario and its time', async () => {
    const link = await encodeLink(edited, { time: 1.25 });
    const decoded = decodeLink(`https://example.org/lab/${link}.`);
    if (decoded.kind !== 'scenario') throw new Error('the link has no scenario');
    expect(decoded.time).toBe(1.25);
    using before = await Simulation.create(edited);
    using after = await Simulation.create(decoded.scenario);
    expect(after.scenario).toEqual(before.scenario);
    expect(after.run()).toEqual(before.run());
  });
});

describe('listings', () => {
  it('are those of the engine, with one version', async () => {
    expect((await presets()).map(({ id }) => id)).toEqual(expect.arrayContaining(PRESETS));
    const { engine, measures } = await catalog();
    expect(engine).toBe(version);
    expect(measures.map(({ id }) => id)).toContain('utilization');
  });
});

describe('an error has the path of', () => {
  const run = async (call: (simulation: Simulation) => unknown): Promise<BufferlabError> => {
    using simulation = await Simulation.create('one-flow', { duration: 2, warmup: 1 });
    simulation.advance(1);
    const { digest } = simulation;
    const error = await errorOf(() => call(simulation));
    expect(simulation.digest).toBe(digest);
    return error;
  };

  it.each<[string, string, RegExp, () => unknown]>([
    ['an unknown preset', 'scenario', /no preset "nix".*presets: one-flow, /, () => Simulation.create('nix')],
    ['a link of garbage', 'link', /must begin with "1\."/, () => Simulation.create('#garbage')],
    ['a link that was cut', 'link', /cut short/, () => Simulation.create('#1.dZVBB')],
    [
      'a list of other type',
      'bottlenecks',
      /must be a list, got 3/,
      () => Simulation.create({ bottlenecks: 3 }),
    ],
    ['no object', 'scenario', /must be an object.*got null/, () => Simulation.create(null as never)],
    ['a seed', 'seed', /whole number/, () => Simulation.create('one-flow', { seed: 1.5 })],
    ['NaN', 'duration_s', /finite number, got NaN/, () => Simulation.create('one-flow', { duration: NaN })],
    [
      'NaN deep in a scenario',
      'bottlenecks.r0.queue.limit_packets',
      /finite number, got NaN/,
      () =>
        Simulation.create({ bottlenecks: [{ id: 'r0', queue: { kind: 'drop_tail', limit_packets: NaN } }] }),
    ],
    [
      'a function',
      'note',
      /a value of JSON, got a function/,
      () => Simulation.create({ note: () => 'note' }),
    ],
    [
      'an unknown field',
      'bottlenecks.r9',
      /does not exist; bottlenecks has r0/,
      () => Simulation.create('one-flow', { set: { 'bottlenecks.r9.rate_bps': 5 } }),
    ],
    [
      'a value without number',
      'bottlenecks.r0.rate_bps',
      /./,
      () => Simulation.create('one-flow', { set: { 'bottlenecks.r0.rate_bps': 'fast' } }),
    ],
    [
      'an unknown option',
      'options.sed',
      /set, seed, duration/,
      () => Simulation.create('one-flow', { sed: 1 } as never),
    ],
    ['a map', 'bottlenecks', /got a Map/, () => Simulation.create({ bottlenecks: new Map() })],
    [
      'changes in a map',
      'set',
      /an object of values/,
      () => Simulation.create({}, { set: new Map() as never }),
    ],
    ['a hole in a list', 'edits.0', /must have a value/, () => Simulation.create({ edits: [undefined] })],
    ['an object in itself', 'a.', /at most 32 levels/, () => Simulation.create(inItself())],
    ['an object with many shared parts', 'a.', /at most 2000000 values/, () => Simulation.create(shared())],
    [
      'a trace file',
      'frames.txt',
      /is a trace file, which this package does not read/,
      () => Simulation.create('one-flow', { set: { 'groups.video': videoOfFile } }),
    ],
    ['a flow', 'watch', /flow 9 does not exist.*0 to 0/, () => Simulation.create('one-flow', { watch: [9] })],
    [
      'flows of other type',
      'watch',
      /list of numbers/,
      () => Simulation.create('one-flow', { watch: 0 as never }),
    ],
    ['bytes of other origin', 'snapshot', /no snapshot/, () => Simulation.restore(new Uint8Array(40))],
    ['no bytes', 'snapshot', /must be the bytes/, () => Simulation.restore('x' as never)],
    ['a link to decode', 'link', /must begin with/, () => decodeLink('garbage')],
    ['an invalid scenario of a link', 'bottlenecks', /must be a list/, () => encodeLink({ bottlenecks: 3 })],
    ['a negative time of a link', 'time', /at least 0/, () => encodeLink({}, { time: -1 })],
  ])('%s', async (_, path, message, call) => {
    const error = await errorOf(call);
    if (path.endsWith('.')) expect(error.path.startsWith(path), error.path).toBe(true);
    else expect(error.path).toBe(path);
    expect(error.message).toMatch(message);
  });

  it.each<[string, string, RegExp, (simulation: Simulation) => unknown]>([
    ['a distance', 'seconds', /at least 0 s, got NaN/, (s) => s.advance(NaN)],
    ['an earlier time', 'until', /at least 1 s, the present time, got 0.5/, (s) => s.advance({ until: 0.5 })],
    [
      'an unknown measure',
      'bottlenecks.r0.nix',
      /names in bottlenecks.r0 are .*utilization/,
      (s) => s.measure('bottlenecks.r0.nix'),
    ],
    ['a part of a summary', 'bottlenecks', /is no measure.*are r0/, (s) => s.measure('bottlenecks')],
    ['an unknown series', 'names', /no series "nix".*link.r0.queue_packets/, (s) => s.series('nix')],
    ['no list of series', 'names', /a list of ids/, (s) => s.series(5 as never)],
    ['no list of series of rows', 'series', /a list of ids/, (s) => s.rows(0.1, { series: 5 as never })],
    ['no columns', 'columns', /1 to 4096, got 0/, (s) => s.series([], { columns: 0 })],
    ['an interval', 'interval', /at least 0.001 s in a run of 2 s/, (s) => s.rows(1e-5)],
    ['an infinite interval', 'interval', /got Infinity/, (s) => s.rows(Infinity)],
    ['an unknown series of rows', 'series', /no series "nix"/, (s) => s.rows(0.1, { series: ['nix'] })],
    ['a field that does not exist', 'nix', /does not exist; the scenario has/, (s) => s.edit('nix', 1)],
    ['a field that cannot change', 'seed', /cannot change while/, (s) => s.edit('seed', 5)],
    [
      'an edit to NaN',
      'bottlenecks.r0.rate_bps',
      /finite number/,
      (s) => s.edit('bottlenecks.r0.rate_bps', NaN),
    ],
    [
      'an edit without a value',
      'bottlenecks.r0.rate_bps',
      /must have a value/,
      (s) => s.edit({ 'bottlenecks.r0.rate_bps': undefined }),
    ],
    [
      'a trace file',
      'groups.video',
      /is a trace file, which this package does not read/,
      (s) => s.edit('groups.video', videoOfFile),
    ],
  ])('%s of a run, which is then unchanged', async (_, path, message, call) => {
    const error = await run(call);
    expect(error.message).toMatch(message);
    expect(error.path).toBe(path);
  });

  it('a snapshot that was altered', async () => {
    using simulation = await Simulation.create('one-flow', { duration: 2, warmup: 1 });
    simulation.advance(1);
    const bytes = simulation.snapshot();
    for (const damaged of [bytes.slice(0, -9), bytes.map((byte, i) => (i === 40 ? byte ^ 8 : byte))]) {
      expect((await errorOf(() => Simulation.restore(damaged))).path).toBe('snapshot');
    }
  });
});
