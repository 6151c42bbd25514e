/**
 * Published measurements come out of the lessons that quote them, within the spread that their sources give: the page fetches
 * of a laboratory exercise (lesson “bufferbloat”) and the queues of a test bed (lesson “random-arrivals”). The advisor finds the
 * buffer that the lesson “size-a-buffer” names.
 */
import { describe, expect, it } from 'vitest';
import type { Change } from '../web/lessons/format/lesson';
import { valueAt } from '../web/scenario/path';
import { lessonOf, opened, printed, program, summaryOf, withScenes } from './lessons/native';

/** Scene of a lesson, counted from 1, with changes. */
async function scenario(id: string, scene: number, set: readonly Change[] = []) {
  const parsed = lessonOf(id);
  if (!parsed.ok) throw new Error(`${id}: ${parsed.problems[0]?.message}`);
  const scenes = withScenes(parsed.lesson).flatMap(({ block }) => (block.kind === 'scene' ? [block] : []));
  return opened(scenes[scene - 1]!, set);
}

async function measured(id: string, scene: number, path: string, set: readonly Change[]): Promise<number> {
  const value = valueAt(summaryOf(await scenario(id, scene, set)), path);
  if (typeof value !== 'number') throw new Error(`${path} is ${String(value)}`);
  return value;
}

/** Seeds of the lesson and of two further runs. */
const SEEDS = [1, 2, 3];

describe.skipIf(program === undefined)('page fetches beside a transfer (1.5 Mb/s, 20 ms)', () => {
  const LIMIT = 'bottlenecks.r0.queue.limit_packets';
  const QUEUE = 'bottlenecks.r0.queue';
  /** Three fetches in a row, as in the script of the published report. */
  const threeFetches = async (set: readonly Change[]): Promise<number> =>
    3 * (await measured('bufferbloat', 2, 'groups.page.transfers.mean_s', set));

  // Mean and standard deviation in README.md of github.com/h82lin/CSE461-project3, question 1.
  it.each(
    SEEDS.flatMap((seed) => [
      { packets: 20, published_s: 0.84106, deviation_s: 0.78981, seed },
      { packets: 100, published_s: 3.97283, deviation_s: 1.9795, seed },
    ]),
  )('$packets packets, seed $seed: $published_s s ± $deviation_s s', async (row) => {
    const found_s = await threeFetches([
      [LIMIT, row.packets],
      ['seed', row.seed],
    ]);
    expect(found_s).toBeGreaterThan(row.published_s - row.deviation_s);
    expect(found_s).toBeLessThan(row.published_s + row.deviation_s);
  });

  it.each(SEEDS)(
    'CoDel is faster than a short buffer, and FQ-CoDel than CoDel, with seed %i',
    async (seed) => {
      const short_s = await threeFetches([
        [LIMIT, 20],
        ['seed', seed],
      ]);
      const [codel_s, fqCodel_s] = await Promise.all(
        ['codel', 'fq_codel'].map((kind) =>
          threeFetches([
            [QUEUE, { kind, limit_packets: 100 }],
            ['seed', seed],
          ]),
        ),
      );
      expect(codel_s).toBeLessThan(short_s);
      expect(fqCodel_s).toBeLessThan(codel_s!);
    },
  );
});

describe.skipIf(program === undefined)('one line and a divided line', () => {
  // 25th, 50th and 75th percentile of round trips of pings in “Two queues or not two queues”: 2.520, 7.595 and 15.600 ms with one
  // line, 3.38, 13.90 and 30.40 ms with a divided one. The path itself takes at most the 25th percentile.
  const PUBLISHED = [
    { line: 'one line', low_ms: 7.595 - 2.52, high_ms: 7.595, set: [] },
    {
      line: 'a divided line',
      low_ms: 13.9 - 3.38,
      high_ms: 13.9,
      set: [
        ['groups.udp.count', 1],
        ['bottlenecks.r0.rate_bps', 500_000],
      ] as Change[],
    },
  ];
  const median_ms = async (set: readonly Change[], rate_bps: number, seed: number): Promise<number> => {
    const all: Change[] = [...set, ['groups.udp.traffic.rate_bps', rate_bps], ['seed', seed]];
    return 1000 * (await measured('random-arrivals', 4, 'bottlenecks.r0.queue_delay_s.p50', all));
  };

  // The median of one run of 2,000 s is known to about 2 %.
  it.each(SEEDS.flatMap((seed) => PUBLISHED.map((row) => ({ ...row, seed }))))(
    '$line: the median wait at a load of 72 % is within the published one, with seed $seed',
    async ({ set, low_ms, high_ms, seed }) => {
      const found_ms = await median_ms(set, 360_000, seed);
      expect(found_ms).toBeGreaterThan(low_ms * 0.98);
      expect(found_ms).toBeLessThan(high_ms * 1.02);
    },
  );

  it.each(SEEDS)('the ratio of the medians is near the published 0.546, with seed %i', async (seed) => {
    const [one, divided] = await Promise.all(PUBLISHED.map(({ set }) => median_ms(set, 360_000, seed)));
    expect(Math.abs(one! / divided! - 0.546)).toBeLessThan(0.06);
  });
});

describe.skipIf(program === undefined)('the advisor', () => {
  const TARGET = ['--target', 'utilization=98%'];
  const advice = async (targets: readonly string[]) => {
    const input = JSON.stringify(await scenario('size-a-buffer', 1));
    return printed(['advise', '-', '--json', ...targets], input) as { answer: { limit: number } | null };
  };

  it('finds 137 packets for a utilization of 98 %', { timeout: 120_000 }, async () => {
    expect((await advice(TARGET)).answer?.limit).toBe(137);
  });

  it(
    'finds no buffer that also delays 99 % of the packets by at most 20 ms',
    { timeout: 120_000 },
    async () => {
      expect((await advice([...TARGET, '--target', 'queue_delay_s.p99=20ms'])).answer).toBeNull();
    },
  );
});
