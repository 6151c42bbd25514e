import { describe, expect, it } from 'vitest';
import { columnAt, columnsOf, frameFits, latestColumn, total, widen } from './columns';
import { frameOf, layoutOf } from './fixture';

const layout = layoutOf();
const at = (id: string) => layout.series.findIndex((series) => series.id === id);

describe('columns of a frame', () => {
  const frame = frameOf(layout, {
    'link.r0.queue_bytes': { lo: [1, 2, 3, 4], hi: [5, 6, 7, 8] },
    'link.r0.utilization': { hi: [0.1, 0.2, 0.3, 0.4] },
  });

  it('are found behind bands of twice and lines of once their number', () => {
    expect([...(columnsOf(frame, layout, at('link.r0.queue_bytes'))?.lo ?? [])]).toEqual([1, 2, 3, 4]);
    expect([...(columnsOf(frame, layout, at('link.r0.queue_bytes'))?.hi ?? [])]).toEqual([5, 6, 7, 8]);
    const line = columnsOf(frame, layout, at('link.r0.utilization'));
    expect(line?.lo).toBe(line?.hi);
    expect(line?.hi[3]).toBeCloseTo(0.4);
  });

  it('are refused when the frame is of another layout', () => {
    const other = layoutOf({ udp: true });
    expect(frameFits(frame, layout)).toBe(true);
    expect(frameFits(frame, other)).toBe(false);
    expect(columnsOf(frame, other, 0)).toBeNull();
  });

  it('are refused when the memory went back to the worker', () => {
    expect(frameFits({ ...frame, data: new Float32Array() }, layout)).toBe(false);
  });

  it('are addressed by time, the right edge belonging to the last', () => {
    expect([0, 2.4, 2.5, 10, 10.1, -1].map((t) => columnAt(frame, t))).toEqual([0, 0, 1, 3, -1, -1]);
  });
});

describe('the latest column', () => {
  it('is the one before the present when the present has only begun', () => {
    const frame = frameOf(layout, { 'link.r0.utilization': { hi: [1, 1, 0.5, NaN] } });
    const columns = columnsOf(frame, layout, at('link.r0.utilization'))!;
    expect(latestColumn(frame, columns)).toBe(2);
  });
});

describe('extents and sums', () => {
  it('ignore what was not recorded, and zeros for the least', () => {
    const extent = { lo: NaN, hi: NaN };
    const values = Float32Array.from([NaN, 0, 2, 8]);
    widen(extent, { lo: values, hi: values }, 10);
    expect(extent).toEqual({ lo: 20, hi: 80 });
    expect(total(values)).toBe(10);
    expect(total(Float32Array.from([NaN]))).toBeNaN();
  });
});
