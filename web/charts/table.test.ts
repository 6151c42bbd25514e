import { describe, expect, it } from 'vitest';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { queue } from './queue';
import { delays } from './endToEnd';
import { extentOf } from './picture';
import { csvOf, distributionTable, tableOf } from './table';
import { windows } from './windows';

const layout = layoutOf();
const chart = queue.describe(sceneOf(layout));
const frame = frameOf(layout, {
  'link.r0.queue_packets': { lo: [0, 1, NaN, NaN], hi: [2, 3, NaN, NaN], mean: [1.5, 2, NaN, NaN] },
  'link.r0.drops_tcp': { hi: [0, 1, NaN, NaN] },
});

describe('the table of a chart', () => {
  it('has one row per column that was recorded, with the interval it covers', () => {
    const { rows } = tableOf(chart, frame, new Set());
    expect(rows).toEqual([
      [0, 2.5, 0, 2, 1.5, 0],
      [2.5, 5, 1, 3, 2, 1],
    ]);
  });

  it('leaves out what the legend hides', () => {
    expect(tableOf(chart, frame, new Set(['link.r0.drops_tcp'])).names).toEqual([
      'from_s',
      'to_s',
      'r0_queue_packets_min',
      'r0_queue_packets_max',
      'r0_queue_packets_mean',
    ]);
  });

  it('becomes CSV with units in the header and empty cells for gaps', () => {
    const half = frameOf(layout, { 'link.r0.drops_tcp': { hi: [2, NaN, NaN, NaN] } });
    expect(csvOf(tableOf(chart, half, new Set()))).toBe(
      'from_s,to_s,r0_queue_packets_min,r0_queue_packets_max,r0_queue_packets_mean,r0_drops_tcp_packets\r\n0,2.5,,,,2\r\n',
    );
  });

  it('says in words what senders do, where a flow has a window', () => {
    const moving = frameOf(layout, {
      'flow.0.cwnd_packets': { hi: [NaN, 2, 3, NaN] },
      'flow.0.state': { hi: [0, 0, 2, NaN] },
    });
    const table = tableOf(windows.describe(sceneOf(layout)), moving, new Set());
    expect(table.names.at(-1)).toBe('flow_0_state');
    expect(
      csvOf(table)
        .split('\r\n')
        .map((line) => line.split(',').at(-1)),
    ).toEqual(['flow_0_state', 'slow start', 'recovery', '']);
  });

  it('is empty before the first frame', () => {
    expect(tableOf(chart, null, new Set()).rows).toEqual([]);
  });
});

describe('the table of the distribution of delays', () => {
  const two = layoutOf({ udp: true });
  const chart = delays.describe(sceneOf(two));
  const [first, second] = two.groups.map(({ id, label }) => ({ trace: `group.${id}.delay_s`, label }));
  // The first group exceeds 1 ms more with each share; the second has only ten packets.
  const histogram = new Float32Array(65 * (two.links.length + two.groups.length));
  histogram.set(
    Array.from({ length: 65 }, (_, i) => 0.001 * i),
    65 * two.links.length,
  );
  histogram.fill(NaN, 65 * (two.links.length + 1) + 21);
  const frame = { ...frameOf(two, {}), histogram };

  it('has the delay that each share of the packets exceeds, by group', () => {
    const table = distributionTable(chart, frame, new Set());
    expect(table?.groups).toEqual([first?.label, second?.label]);
    const shares = table?.rows.map(({ share }) => Number((100 * share).toPrecision(1)));
    expect(shares).toEqual([50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1]);
    expect(table?.rows[5]?.delays_s[0]).toBeCloseTo(0.04);
    expect(table?.rows.map(({ delays_s }) => Number.isNaN(delays_s[1]))).toEqual([
      ...[false, false, false],
      ...[true, true, true, true, true, true],
    ]);
  });

  it('leaves out groups that the legend hides, and so does the axis', () => {
    const hidden = new Set([first?.trace ?? '']);
    expect(distributionTable(chart, frame, hidden)?.groups).toEqual([second?.label]);
    expect(extentOf(chart, frame, new Set()).hi).toBeCloseTo(0.064);
    expect(extentOf(chart, frame, hidden).hi).toBe(0);
  });

  it('is absent for other charts', () => {
    expect(distributionTable(queue.describe(sceneOf(two)), frame, new Set())).toBeNull();
  });
});
