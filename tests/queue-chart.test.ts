/** What the chart of a queue says and draws, held to the summary, which sums packet by packet. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { stackTops } from '../web/charts/backlog';
import { needsOf, type Chart, type Trace } from '../web/charts/chart';
import { columnsOf } from '../web/samples/columns';
import { unitFor } from '../web/plot/format';
import { queue } from '../web/charts/queue';
import { readout } from '../web/charts/readout';
import type { Frame } from '../web/engine/protocol';
import { compiledEngine, presetOf, runOf, type TestRun } from './run';

const UNTIL_S = 24;

/** The queue of each group in columns, as the native engine has it; see `engine/core/tests/group_queues.rs`. */
const golden = JSON.parse(readFileSync(new URL('golden/group-queues.json', import.meta.url), 'utf8')) as {
  preset: string;
  until_s: number;
  columns: number;
  series: string[];
  fnv1a: string;
};

/** The anomaly: TCP and a little UDP before a buffer of 11 kB, or of as many packets. */
function anomaly(limit: object, byGroup = false) {
  const engine = compiledEngine();
  const scenario = structuredClone(presetOf(engine, 'anomaly')) as { bottlenecks: { queue: object }[] };
  scenario.bottlenecks[0]!.queue = { kind: 'drop_tail', ...limit };
  const run = runOf(engine, { ...scenario, warmup_s: 0, duration_s: 60 }, UNTIL_S);
  const { layout } = run;
  const scene = {
    layout,
    link: layout.links[0]!,
    document: null,
    current: null,
    catalog: null,
    states: [],
    group: null,
    logarithmic: new Set<string>(),
    byGroup: new Set(byGroup ? ['queue'] : []),
  };
  return { run, chart: queue.describe(scene) };
}

const looking = (run: TestRun, chart: Chart, t0_s: number, t1_s: number, columns = 800): Frame =>
  run.frame(needsOf(chart), { t0_s, t1_s, columns, follow_span_s: null }).frame;

const ofForm = ({ traces }: Chart, form: Trace['form']): Trace[] => traces.filter((one) => one.form === form);

/** The area that UDP takes of all that is filled, in a part of a frame's columns. */
function shareOfUdp(chart: Chart, frames: Frame[], from = 0, to = 1): number {
  let [udp, all] = [0, 0];
  for (const frame of frames) {
    const shares = ofForm(chart, 'share').map(({ id }) => columnsOf(frame, id)!.mean);
    const [tcp, top] = stackTops(shares) as [Float32Array, Float32Array];
    for (let i = from * frame.columns; i < to * frame.columns; i++) {
      udp += (top[i]! - tcp[i]!) * (frame.t1_s - frame.t0_s);
      all += top[i]! * (frame.t1_s - frame.t0_s);
    }
  }
  return udp / all;
}

describe.each([
  ['of 11 kB', { limit_bytes: 11_000 }, 'mean_queue_bytes', 1000],
  ['of 11 packets', { limit_packets: 11 }, 'mean_queue_packets', 1],
] as const)('the queue %s', (_, limit, measure, per) => {
  let run: TestRun;
  let chart: Chart;
  beforeAll(() => ({ run, chart } = anomaly(limit)));

  it('reads out the mean of the summary, where it read out what was most', () => {
    const [whole] = ofForm(chart, 'level') as [Trace];
    const mean = run.summary().bottlenecks[0]![measure]! / per;
    const frame = looking(run, chart, 0, UNTIL_S);
    const unit = unitFor(chart.quantity, 11 * per);
    // Three digits of it, then least and most.
    expect(readout(whole, chart, unit, frame, null)).toBe(`mean ${mean.toFixed(2)} (0–11)`);
    const classes = ofForm(chart, 'share').map((trace) => Number(readout(trace, chart, unit, frame, null)));
    expect(classes).toHaveLength(2);
    expect(classes[0]! + classes[1]!).toBeCloseTo(mean, 1);
  });

  it('shows the same share of UDP however far it is zoomed in', () => {
    const close = [6, 8, 10, 12].map((t0_s) => looking(run, chart, t0_s, t0_s + 2));
    const share = shareOfUdp(chart, close);
    expect(share).toBeGreaterThan(0.02);
    const far = looking(run, chart, 0, UNTIL_S, 960);
    for (const [name, other] of Object.entries({
      'one view': shareOfUdp(chart, [looking(run, chart, 6, 14)]),
      'columns that cut samples': shareOfUdp(chart, [looking(run, chart, 6, 14, 777)]),
      'a third of a view': shareOfUdp(chart, [far], 6 / UNTIL_S, 14 / UNTIL_S),
      'a few columns': shareOfUdp(chart, [looking(run, chart, 6, 14, 4)]),
    })) {
      // Columns are single-precision numbers.
      expect(Math.abs(other / share - 1), name).toBeLessThan(1e-5);
    }
  });
});

describe('the queue by group', () => {
  it('is divided into the groups by name, which add up to the whole', () => {
    const { run, chart } = anomaly({ limit_bytes: 11_000 }, true);
    const shares = ofForm(chart, 'share');
    expect(shares.map(({ label }) => label)).toEqual(run.layout.groups.map(({ label }) => label));
    const frame = looking(run, chart, 0, UNTIL_S, UNTIL_S * 1000);
    const parts = shares.map(({ id }) => columnsOf(frame, id)!.mean);
    const whole = columnsOf(frame, 'link.r0.queue_bytes')!.mean;
    const errors = whole.map((bytes, i) => Math.abs(parts.reduce((sum, part) => sum + part[i]!, 0) - bytes));
    expect(Math.max(...errors)).toBeLessThan(0.5);
    expect(Math.max(...whole)).toBeGreaterThan(9000);
  });

  it('has the bytes of the native engine', () => {
    const engine = compiledEngine();
    const { until_s, columns, series, fnv1a } = golden;
    const run = runOf(engine, presetOf(engine, golden.preset), until_s);
    const needs = { series, histograms: [], counts: [] };
    const { frame } = run.frame(needs, { t0_s: 0, t1_s: until_s, columns, window_s: 0, follow_span_s: null });
    let hash = 0xcbf29ce484222325n;
    for (const id of series) {
      const values = columnsOf(frame, id)!.mean;
      for (const byte of new Uint8Array(values.buffer, values.byteOffset, values.byteLength)) {
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
      }
    }
    expect(hash.toString(16).padStart(16, '0')).toBe(fnv1a);
  });
});
