import { describe, expect, it } from 'vitest';
import { figure, NOTHING, quantityText, range, timeText, unitFor } from './format';

describe('figures', () => {
  it('keep three significant digits and never an exponent', () => {
    expect([0, -0, 0.000123, 0.5, 1.25, 12.34, 123.4, 12345].map(figure)).toEqual([
      '0',
      '0',
      '0.00012',
      '0.5',
      '1.25',
      '12.3',
      '123',
      '12,345',
    ]);
  });

  it('are a dash where there is no value', () => {
    expect(figure(NaN)).toBe(NOTHING);
  });
});

describe('units', () => {
  it('take the prefix that suits the top of the axis', () => {
    expect(unitFor('B', 30_000).name).toBe('kB');
    expect(unitFor('b/s', 100e6)).toEqual({ per: 1e6, name: 'Mb/s' });
    expect(unitFor('ratio', 0.01)).toEqual({ per: 0.01, name: '%' });
    expect(unitFor('packets', 1e6).name).toBe('packets');
  });

  it('stand behind single values', () => {
    expect(quantityText(100, 'packets')).toBe('100 packets');
    expect(quantityText(12_500_000, 'b/s')).toBe('12.5 Mb/s');
  });
});

describe('ranges', () => {
  it('show both ends only when they read differently', () => {
    const kB = unitFor('B', 30_000);
    expect(range(1200, 3400, kB)).toBe('1.20–3.40');
    expect(range(62, 62, unitFor('packets', 100))).toBe('62');
  });

  it('have as many decimals at either end', () => {
    const kB = unitFor('B', 30_000);
    expect(range(200, 1600, kB)).toBe('0.20–1.60');
    expect(range(4000, 4200, kB)).toBe('4.00–4.20');
    expect(range(0, 10_600, kB)).toBe('0–10.6');
    expect(range(2000, 30_000, kB)).toBe('2–30');
  });
});

describe('moments', () => {
  it('have as many decimals as tell neighbouring columns apart', () => {
    expect(timeText(37.2104, 0.02)).toBe('37.21 s');
    expect(timeText(1200, 10)).toBe('1,200 s');
  });
});
