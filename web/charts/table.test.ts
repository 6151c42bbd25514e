import { describe, expect, it } from 'vitest';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { queue } from './queue';
import { csvOf, tableOf } from './table';
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
