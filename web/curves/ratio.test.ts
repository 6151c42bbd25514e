import { expect, it } from 'vitest';
import type { CurvePoint } from './data';
import { assumptionText, ratioOf, ratioText } from './ratio';

const point = (x: number, mean: number): CurvePoint => ({
  x,
  mean,
  half: null,
  n: 1,
  min: mean,
  max: mean,
  runs: [],
});
const kB = (x: number): string => `${x / 1000} kB`;

it('a model far below its curve is said to be so many times too low, and where, before its assumptions', () => {
  const curve = [point(3000, 0.01), point(11_000, 0.0209), point(44_000, 0.03)];
  const ratio = ratioOf(curve, [
    [3000, 0.011],
    [7000, 0.5],
    [11_000, 0.0001],
    [44_000, 0.015],
  ]);
  expect(ratioText(ratio, kB)).toBe('0.0048 to 1.1 times the curve; at 11 kB it is 209 times too low');
  expect(assumptionText([], ratio)).toContain('does not describe this curve');
});

it('a model within a quarter of its curve says only that', () => {
  const ratio = ratioOf(
    [point(1, 100), point(2, 50)],
    [
      [1, 110],
      [2, 50],
    ],
  );
  expect(ratioText(ratio, kB)).toBe('1 to 1.1 times the curve');
  expect(assumptionText([], ratio)).toBe('No assumption that is checked here is broken.');
  expect(assumptionText(['It assumes Reno.'], ratio)).toBe('It assumes Reno.');
});

it('a model without a point of the curve has no ratio', () => {
  expect(ratioText(ratioOf([point(1, 0)], [[1, 5]]), kB)).toBe('it has no point in common with the curve');
});
