import { describe, expect, it } from 'vitest';
import { intervalOf, quantile } from './interval';
import { spreadOrder } from './case-order';

describe('the interval of a mean', () => {
  it('uses the quantiles of Abramowitz and Stegun, Table 26.10', () => {
    const table: [number, number][] = [
      [1, 12.706],
      [2, 4.303],
      [3, 3.182],
      [4, 2.776],
      [9, 2.262],
      [10, 2.228],
      [30, 2.042],
      [120, 1.98],
      [1000, 1.962],
      [1001, 1.962],
    ];
    for (const [freedom, value] of table) expect(quantile(freedom)).toBeCloseTo(value, 3);
  });

  it('equals that of the engine', () => {
    const { n, mean, half, min, max } = intervalOf([1, 2, 3, 4, 5]);
    expect([n, mean, min, max]).toEqual([5, 3, 1, 5]);
    expect(half).toBeCloseTo(quantile(4) * Math.sqrt(2.5 / 5), 12);
    expect(intervalOf([2]).half).toBeNull();
    expect(intervalOf([2, 2]).half).toBe(0);
  });
});

describe('the order of cases', () => {
  it('contains every case once', () => {
    for (const [count, each] of [
      [75, 3],
      [8, 8],
      [1, 1],
      [7, 1],
      [12, 4],
    ] as const) {
      expect(spreadOrder(count, each).toSorted((a, b) => a - b)).toEqual([...Array(count).keys()]);
    }
  });

  it('starts with the ends and the middle of the curve, and covers all points before any repetition', () => {
    const order = spreadOrder(75, 3);
    expect(order.slice(0, 3).map((number) => number / 3)).toEqual([0, 24, 16]);
    expect(new Set(order.slice(0, 25).map((number) => Math.floor(number / 3))).size).toBe(25);
  });
});
