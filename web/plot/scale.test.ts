import { describe, expect, it } from 'vitest';
import { unitFor } from './format';
import { scaleOf, scaleOver, ticksOf } from './scale';

const labels = (...of: Parameters<typeof ticksOf>): string[] => ticksOf(...of).map(({ label }) => label);

describe('a scale', () => {
  it('places its ends at 0 and 1, and gives the value at a position', () => {
    const linear = scaleOf('linear', 20, 40);
    expect([20, 30, 40].map((value) => linear.at(value))).toEqual([0, 0.5, 1]);
    expect(linear.value(0.25)).toBe(25);
    expect(linear.at(Infinity)).toBe(Infinity);
    expect(linear.at(NaN)).toBeNaN();
  });

  it('gives a decade the same length everywhere, and no place to zero, if it is logarithmic', () => {
    const log = scaleOf('log', 1e-4, 1);
    expect(log.at(1e-2) - log.at(1e-3)).toBeCloseTo(0.25, 12);
    expect([0, -1, -Infinity, NaN].map((value) => log.at(value))).toEqual([NaN, NaN, NaN, NaN]);
  });

  it('has a single value in its middle, and is linear without a value above 0', () => {
    expect(scaleOver([5], 'linear', 0).at(5)).toBeCloseTo(0.5, 12);
    expect(scaleOver([5], 'log', 0.03).at(5)).toBeCloseTo(0.5, 12);
    expect(scaleOver([0], 'log', 0).kind).toBe('linear');
  });
});

describe('ticks', () => {
  it('are round in the unit of the axis', () => {
    expect(labels(scaleOf('linear', 0, 50_000), 5, unitFor('B', 50_000))).toEqual([
      '0',
      '10',
      '20',
      '30',
      '40',
      '50',
    ]);
  });

  it('are at least two, however short the axis is', () => {
    expect(labels(scaleOf('linear', 0, 200), 1)).toEqual(['0', '200']);
  });

  it('are powers of ten on a long logarithmic axis, and their multiples on a short one', () => {
    expect(labels(scaleOf('log', 1e-3, 1000), 8)).toEqual([
      '0.001',
      '0.01',
      '0.1',
      '1',
      '10',
      '100',
      '1,000',
    ]);
    expect(labels(scaleOf('log', 1e-6, 1000), 4)).toEqual(['10⁻⁵', '0.001', '0.1', '10', '1,000']);
    expect(labels(scaleOf('log', 1, 60), 5)).toEqual(['1', '2', '5', '10', '20', '50']);
    expect(labels(scaleOf('log', 1.2, 1.9), 5)).toEqual([
      '1.2',
      '1.3',
      '1.4',
      '1.5',
      '1.6',
      '1.7',
      '1.8',
      '1.9',
    ]);
  });
});
