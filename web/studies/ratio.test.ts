import { expect, it } from 'vitest';
import type { CurvePoint } from './data';
import { assumptionText, modelRatioText, ratioOf, storedRatioText } from './ratio';

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

it('a model far below the curve is called too low, with factor and place, before its assumptions', () => {
  const curve = [point(3000, 0.01), point(11_000, 0.0209), point(44_000, 0.03)];
  const ratio = ratioOf(curve, [
    [3000, 0.011],
    [7000, 0.5],
    [11_000, 0.0001],
    [44_000, 0.015],
  ]);
  expect(modelRatioText(ratio, kB)).toBe(
    'The model is 0.0048 to 1.1 times the curve. At 11 kB, the model is 209 times too low.',
  );
  expect(assumptionText([], ratio)).toContain('does not describe this curve');
});

it('a model within 25 % of the curve is described by its ratio only', () => {
  const ratio = ratioOf(
    [point(1, 100), point(2, 50)],
    [
      [1, 110],
      [2, 50],
    ],
  );
  expect(modelRatioText(ratio, kB)).toBe('The model is 1 to 1.1 times the curve.');
  expect(assumptionText([], ratio)).toBe('No checked assumption is violated.');
  expect(assumptionText(['The model assumes Reno.'], ratio)).toBe('The model assumes Reno.');
});

it('a model without a common point has no ratio', () => {
  expect(modelRatioText(ratioOf([point(1, 0)], [[1, 5]]), kB)).toBe(
    'The model and the curve have no point in common.',
  );
});

it('a new curve is compared with the stored result, and neither is called wrong', () => {
  const ratio = ratioOf(
    [point(1000, 100), point(2000, 50)],
    [
      [1000, 110],
      [2000, 25],
    ],
  );
  expect(storedRatioText(ratio, kB)).toBe(
    'The new curve is 0.5 to 1.1 times the stored curve. The largest difference is at 2 kB: 0.5 times.',
  );
});
