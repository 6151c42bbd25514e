import { describe, expect, it } from 'vitest';
import { levelPoints } from './axisDrawing';

const plot = { x: 0, y: 0, width: 100, height: 100 };
const shown = { t0_s: 0, t1_s: 10 };
const corners = (steps: { from_s: number; value: number | null }[]): [number, number][] => {
  const { x, y, n } = levelPoints(steps, shown, plot, (value) => 100 - value);
  return Array.from({ length: n }, (_, i) => [x[i]!, y[i]!]);
};

describe('a level', () => {
  it('is one straight line while nothing changes it', () => {
    expect(corners([{ from_s: 0, value: 40 }])).toEqual([
      [0, 60.5],
      [100, 60.5],
    ]);
  });

  it('steps where an edit changed it and breaks where there was none', () => {
    const steps = [
      { from_s: 0, value: 40 },
      { from_s: 3, value: 20 },
      { from_s: 6, value: null },
    ];
    expect(corners(steps)).toEqual([
      [0, 60.5],
      [30, 60.5],
      [30, 80.5],
      [60, 80.5],
      [60, NaN],
      [100, NaN],
    ]);
  });
});
