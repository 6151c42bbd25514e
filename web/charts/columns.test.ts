import { describe, expect, it } from 'vitest';
import { carries, columnAt, columnsOf, latestColumn } from '../samples/columns';
import { meanOf, total, widen } from './columns';
import { frameOf, layoutOf } from './fixture';

const layout = layoutOf();

describe('columns of a frame', () => {
  const frame = frameOf(layout, {
    'link.r0.queue_bytes': { lo: [1, 2, 3, 4], hi: [5, 6, 7, 8] },
    'link.r0.utilization': { hi: [0.1, 0.2, 0.3, 0.4] },
  });

  it('are found by name, behind levels of thrice, bands of twice and lines of once their number', () => {
    const shapes = ['level', 'line', 'band'] as const;
    const series = shapes.map((shape) => ({ id: shape, shape }));
    const data = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    const mixed = { ...frame, columns: 2, series, data };
    const found = shapes.map((id) => columnsOf(mixed, id));
    expect(found.map((one) => [...one!.lo, ...one!.hi])).toEqual([
      [1, 2, 3, 4],
      [7, 8, 7, 8],
      [9, 10, 11, 12],
    ]);
    expect(found[1]!.lo).toBe(found[1]!.hi);
    expect([...columnsOf(frame, 'link.r0.queue_bytes')!.hi]).toEqual([5, 6, 7, 8]);
  });

  it('are not there where the frame does not carry the series', () => {
    const needs = (series: string[], histograms: string[] = []) => ({ series, histograms, counts: [] });
    expect(columnsOf(frame, 'link.r9.queue_bytes')).toBeNull();
    expect(carries(frame, needs(['link.r0.queue_bytes'], ['r0']))).toBe(true);
    expect(carries(frame, needs(['link.r0.queue_bytes', 'link.r9.queue_bytes']))).toBe(false);
    expect(carries(frame, needs([], ['r9']))).toBe(false);
  });

  it('are refused when the memory went back to the worker', () => {
    expect(columnsOf({ ...frame, data: new Float32Array() }, 'link.r0.queue_bytes')).toBeNull();
  });

  it('are addressed by time, the right edge belonging to the last', () => {
    expect([0, 2.4, 2.5, 10, 10.1, -1].map((t) => columnAt(frame, t))).toEqual([0, 0, 1, 3, -1, -1]);
  });
});

describe('the latest column', () => {
  it('is the one before the present when the present has only begun', () => {
    const frame = frameOf(layout, { 'link.r0.utilization': { hi: [1, 1, 0.5, NaN] } });
    const columns = columnsOf(frame, 'link.r0.utilization')!;
    expect(latestColumn(frame, columns)).toBe(2);
  });
});

describe('the mean of a frame', () => {
  it('weighs its last column by how much of it has passed, and passes over what was not recorded', () => {
    const of = (t_s: number, mean: number[]): number => {
      const frame = { ...frameOf(layout, {}), t_s };
      return meanOf(frame, Float32Array.from(mean));
    };
    expect(of(10, [2, 4, 6, 8])).toBe(5);
    expect(of(3.75, [2, 8, NaN, NaN])).toBe(4);
    expect(of(10, [NaN, 4, 6, NaN])).toBe(5);
    expect(of(0, [NaN, NaN, NaN, NaN])).toBeNaN();
  });
});

describe('extents and sums', () => {
  it('ignore what was not recorded, and zeros for the least', () => {
    const extent = { lo: NaN, hi: NaN };
    const values = Float32Array.from([NaN, 0, 2, 8]);
    widen(extent, { lo: values, hi: values, mean: values }, 10);
    expect(extent).toEqual({ lo: 20, hi: 80 });
    expect(total(values)).toBe(10);
    expect(total(Float32Array.from([NaN]))).toBeNaN();
  });
});
