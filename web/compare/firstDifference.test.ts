import { describe, expect, it } from 'vitest';
import type { ColumnsRequest, SeriesInfo } from '../engine/protocol';
import { firstColumn, firstDifference, type ReadSeries } from './firstDifference';

const series = [
  { id: 'queue', shape: 'band' },
  { id: 'loss', shape: 'line' },
] as unknown as SeriesInfo[];

/** A run whose loss is 1 instead of 0 from `from_s` on, and whose queue has no samples. */
function run(from_s: number, asked: ColumnsRequest[] = []): ReadSeries {
  return (cut) => {
    asked.push(cut);
    const { columns, t0_s, t1_s } = cut;
    const data = new Float32Array(3 * columns).fill(NaN);
    for (let i = 0; i < columns; i++) {
      data[2 * columns + i] = t0_s + ((i + 1) / columns) * (t1_s - t0_s) > from_s ? 1 : 0;
    }
    return Promise.resolve(data);
  };
}

describe('the first difference of two runs', () => {
  it('is found to a millisecond in fewer than four reads', async () => {
    const asked: ColumnsRequest[] = [];
    const found = await firstDifference(series, 120, run(Infinity, asked), run(60.1234));
    expect(found?.series).toBe('loss');
    expect(Math.abs((found?.t_s ?? 0) - 60.1234)).toBeLessThan(1e-3);
    expect(asked.length).toBeLessThan(4);
  });

  it('does not exist if all samples are equal', async () => {
    expect(await firstDifference(series, 120, run(5), run(5))).toBeNull();
    expect(await firstDifference(series, 0, run(5), run(6))).toBeNull();
    expect(await firstDifference(series, 9, run(5), () => Promise.resolve(null))).toBeNull();
  });

  it('is the first column of any series; two missing values are equal', () => {
    const one = Float32Array.of(NaN, 1, 2, NaN, 1, 5, 0, 0, 0);
    const other = Float32Array.of(NaN, 1, 3, NaN, 2, 5, 0, 0, 0);
    expect(firstColumn(one, other, series)).toEqual({ column: 1, series: 'queue' });
    expect(firstColumn(one, one, series)).toBeNull();
  });
});
