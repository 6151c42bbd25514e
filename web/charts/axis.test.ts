import { describe, expect, it } from 'vitest';
import { timeFromX, timeTicks, xFromTime, yMapping, yTicks } from './axis';
import type { AxisRange } from './domain';
import { unitFor } from '../plot/format';

const plot = { x: 50, y: 10, width: 800, height: 100 };
const shown = { t0_s: 20, t1_s: 40 };
const linear: AxisRange = { kind: 'linear', lo: 0, hi: 200, loose_since_ms: null };
const log: AxisRange = { kind: 'log', lo: 1e-4, hi: 1, loose_since_ms: null };

describe('the time axis', () => {
  it('maps to the screen and back', () => {
    expect(xFromTime(30, shown, plot)).toBe(450);
    expect(timeFromX(xFromTime(33.3, shown, plot), shown, plot)).toBeCloseTo(33.3, 9);
  });

  it('labels ticks with the decimals of their distance', () => {
    expect(timeTicks(shown, plot).map(({ label }) => label)).toContain('22');
    expect(timeTicks({ t0_s: 1, t1_s: 1.002 }, plot)[1]?.label).toMatch(/^1\.000[25]$/);
  });
});

describe('a y axis', () => {
  it('has its least at the bottom and its most at the top', () => {
    const y = yMapping(linear, plot);
    expect([y(0), y(100), y(200)]).toEqual([110, 60, 10]);
  });

  it('holds what is far outside just beyond the plot', () => {
    const y = yMapping(linear, plot);
    expect(y(1e12)).toBe(-30);
    expect(y(Infinity)).toBe(-30);
    expect(y(NaN)).toBeNaN();
  });

  it('gives a decade the same height everywhere, and no place to zero, on a logarithmic scale', () => {
    const y = yMapping(log, plot);
    expect(y(1e-3) - y(1e-2)).toBeCloseTo(25, 9);
    expect(y(0)).toBeNaN();
  });

  it('labels ticks in its unit', () => {
    const bytes: AxisRange = { ...linear, hi: 30_000 };
    expect(yTicks(bytes, plot, unitFor('B', 30_000)).map(({ label }) => label)).toEqual([
      '0',
      '10',
      '20',
      '30',
    ]);
    expect(yTicks(log, plot, unitFor('ratio', 1)).map(({ label }) => label)).toContain('0.1');
  });

  it('has a figure besides zero, however low the chart is', () => {
    const low = { ...plot, height: 46 };
    const labels = (hi: number) =>
      yTicks({ ...linear, hi }, low, unitFor('packets', hi)).map(({ label }) => label);
    expect(labels(40)).toEqual(['0', '20', '40']);
    expect(labels(200)).toEqual(['0', '200']);
  });

  it('thins out decades where there is little room', () => {
    const low = { ...plot, height: 50 };
    expect(yTicks(log, low, unitFor('ratio', 1)).length).toBeLessThanOrEqual(3);
  });
});
