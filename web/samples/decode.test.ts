import { describe, expect, it } from 'vitest';
import type { Frame, Layout, SeriesInfo } from '../engine/protocol';
import { band, columnAt, groupNow, histogramOf, line, linkNow, marksOf, valueAt } from './decode';

const series = (id: string, shape: 'band' | 'line'): SeriesInfo => ({
  id,
  of: 'link',
  owner: 'r0',
  quantity: id,
  unit: '',
  shape,
});
const link = { label: '', rate_bps: 1e6, delay_s: 0, limit_packets: 10, limit_bytes: null };
const LAYOUT: Layout = {
  links: [
    { ...link, id: 'r0' },
    { ...link, id: 'r0:reverse' },
  ],
  groups: [{ id: 'tcp', label: '', kind: 'tcp', direction: 'forward', count: 1, first_flow: 0 }],
  flows: [],
  series: [series('queue', 'band'), series('utilization', 'line'), series('cwnd', 'band')],
};
const FRAME: Frame = {
  type: 'frame',
  run: 1,
  t_s: 14,
  playing: true,
  ended: false,
  seeking: false,
  speed: 1,
  t0_s: 10,
  t1_s: 14,
  columns: 2,
  data: Float32Array.of(1, 2, 3, 4, 0.5, 0.75, NaN, 8, NaN, 9),
  now: Float64Array.from({ length: 20 }, (_, i) => i),
  histogram: Float32Array.from({ length: 130 }, (_, i) => i),
  marks: Float64Array.of(11, 1, 0, 0, 12, 3, 7, 0, 13, 99, 0, 0),
};

describe('a frame', () => {
  it('holds bands as minima then maxima, lines as values', () => {
    expect(band(FRAME, LAYOUT, 'queue')).toEqual({ min: Float32Array.of(1, 2), max: Float32Array.of(3, 4) });
    expect(line(FRAME, LAYOUT, 'utilization')).toEqual(Float32Array.of(0.5, 0.75));
    expect(band(FRAME, LAYOUT, 'cwnd')!.max).toEqual(Float32Array.of(NaN, 9));
    expect(band(FRAME, LAYOUT, 'utilization')).toBeNull();
    expect(line(FRAME, LAYOUT, 'nothing')).toBeNull();
  });

  it('gives views, not copies', () => {
    expect(band(FRAME, LAYOUT, 'queue')!.min.buffer).toBe(FRAME.data.buffer);
  });

  it('of another layout gives nothing', () => {
    const smaller = { ...LAYOUT, links: LAYOUT.links.slice(1), series: LAYOUT.series.slice(1) };
    expect(line(FRAME, smaller, 'utilization')).toBeNull();
    expect(linkNow(FRAME, smaller, 'r0:reverse')).toBeNull();
    expect(histogramOf(FRAME, smaller, 'r0:reverse')).toBeNull();
  });

  it('tells the column and the value at a moment', () => {
    expect([10, 11.99, 12, 14].map((t_s) => columnAt(FRAME, t_s))).toEqual([0, 0, 1, 1]);
    expect([9.9, 14.1, NaN].map((t_s) => columnAt(FRAME, t_s))).toEqual([-1, -1, -1]);
    expect(valueAt(FRAME, LAYOUT, 'queue', 13)).toEqual({ min: 2, max: 4 });
    expect(valueAt(FRAME, LAYOUT, 'utilization', 13)).toEqual({ min: 0.75, max: 0.75 });
    expect(valueAt(FRAME, LAYOUT, 'cwnd', 11)).toBeNull();
  });

  it('tells how links and groups stand now, and how queues were distributed', () => {
    expect(linkNow(FRAME, LAYOUT, 'r0:reverse')).toMatchObject({
      queue_packets: 9,
      utilization: 14,
      drops_ack: 17,
    });
    expect(groupNow(FRAME, LAYOUT, 'tcp')).toEqual({ throughput_bps: 18, mean_cwnd_packets: 19 });
    const histogram = histogramOf(FRAME, LAYOUT, 'r0:reverse')!;
    expect(histogram.width).toBe(65);
    expect(histogram.shares).toHaveLength(64);
    expect(histogram.shares[0]).toBe(66);
  });

  it('names its marks and passes over kinds it does not know', () => {
    expect(marksOf(FRAME)).toEqual([
      { t_s: 11, kind: 'edit', owner: 0, value: 0 },
      { t_s: 12, kind: 'recovery_begins', owner: 7, value: 0 },
    ]);
  });
});
