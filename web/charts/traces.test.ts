import { describe, expect, it } from 'vitest';
import { frameOf, layoutOf } from './fixture';
import { pointsFor } from '../plot/shapes';
import { bandPoints, markerPlaces } from './traces';

const same = (value: number): number => value;
const columns = (lo: number[], hi = lo) => ({
  lo: Float32Array.from(lo),
  hi: Float32Array.from(hi),
  mean: Float32Array.from(hi),
});

function pointsOf(lo: number[], hi = lo): [number, number][] {
  const into = pointsFor(64);
  bandPoints(columns(lo, hi), same, { first: 0, step: 1 }, into);
  return Array.from({ length: into.n }, (_, i) => [into.x[i]!, into.y[i]!]);
}

describe('a band', () => {
  it('is a line where least and most are equal', () => {
    expect(pointsOf([1, 2, 3])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('visits both extremes of a column, the nearer one first', () => {
    expect(pointsOf([1, 2, 2], [1, 9, 9])).toEqual([
      [0, 1],
      [1, 2],
      [1, 9],
      [2, 9],
      [2, 2],
    ]);
  });

  it('breaks where nothing was recorded', () => {
    expect(pointsOf([NaN, 1, NaN, 2])).toEqual([
      [1, 1],
      [2, NaN],
      [3, 2],
    ]);
  });

  it('spends two points on a level stretch, however long', () => {
    expect(pointsOf([5, 5, 5, 5, 5, 1])).toEqual([
      [0, 5],
      [4, 5],
      [5, 1],
    ]);
  });
});

describe('markers', () => {
  it('stay on their data while time moves on', () => {
    const plot = { x: 0, y: 0, width: 800, height: 100 };
    const frame = { ...frameOf(layoutOf(), {}, 400), t0_s: 0, t1_s: 20 };
    const values = columns(Array.from({ length: 400 }, () => 1));
    const times = (t0_s: number): number[] => {
      const moved = { ...frame, t0_s, t1_s: t0_s + 20 };
      return markerPlaces(values, moved, moved, plot, 3).map((i) => t0_s + (i + 0.5) * 0.05);
    };
    const later = times(1);
    for (const t_s of times(0).filter((t) => t > 1)) {
      expect(Math.min(...later.map((other) => Math.abs(other - t_s)))).toBeLessThan(0.051);
    }
  });
});
