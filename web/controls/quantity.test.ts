import { describe, expect, it } from 'vitest';
import table from '../../tests/quantities.json';
import type { Unit } from '../engine/catalog';
import { formatRounded, formatQuantity, parseQuantity, percent } from './quantity';

interface Row {
  text: string;
  unit: Unit;
  value?: number;
  error?: boolean;
}

describe('the table of quantities that page and engine share', () => {
  it.each(table as Row[])('reads “$text” in “$unit”', ({ text, unit, value, error }) => {
    const parsed = parseQuantity(text, unit);
    if (error) expect(parsed.ok).toBe(false);
    else expect(parsed).toEqual({ ok: true, value });
  });
});

describe('messages', () => {
  it('quote the text and give accepted examples', () => {
    expect(parseQuantity('5 parsecs', 's')).toEqual({
      ok: false,
      message: '“5 parsecs” is not a time. Write a time such as 50 ms, 250 µs, 1.5 s or 2 min.',
    });
  });

  it('explain a decimal comma', () => {
    const parsed = parseQuantity('10,5 ms', 's');
    expect(parsed.ok ? '' : parsed.message).toContain('a point separates decimals');
  });
});

describe('formatQuantity', () => {
  it.each<[number, Unit, string]>([
    [10e6, 'b/s', '10 Mb/s'],
    [2.5e9, 'b/s', '2.5 Gb/s'],
    [622e6, 'b/s', '622 Mb/s'],
    [0.0399, 's', '39.9 ms'],
    [0.25e-3, 's', '250 µs'],
    [200, 's', '200 s'],
    [0, 's', '0 s'],
    [64000, 'B', '64 kB'],
    [65536, 'B', '64 KiB'],
    [1500, 'B', '1,500 B'],
    [1024, 'B', '1 KiB'],
    [2 ** 20, 'B', '1 MiB'],
    [100, 'packets', '100 packets'],
    [1, 'packets', '1 packet'],
    [1, 'b/s', '1 b/s'],
    [1e6, 'flows', '1,000,000 flows'],
    [0.02, 'ratio', '0.02'],
    [1e-9, '', '1e-9'],
  ])('writes %d %s as %s', (value, unit, text) => {
    expect(formatQuantity(value, unit)).toBe(text);
  });

  it('writes a text that parses to the same number', () => {
    const units: Unit[] = ['b/s', 's', 'B', 'packets', 'flows', 'ratio', ''];
    let x = 0.123456789;
    for (let i = 0; i < 2000; i++) {
      x = (x * 9301 + 0.49297) % 1;
      const value = Math.round(x * 1e9) * 10 ** (Math.floor(x * 7919) ** 0.25) * (i % 7 === 0 ? 1e-12 : 1);
      for (const unit of units) {
        expect(parseQuantity(formatQuantity(value, unit), unit)).toEqual({ ok: true, value });
      }
    }
  });
});

describe('formatRounded', () => {
  it('rounds, and keeps number and unit on one line', () => {
    expect(formatRounded(9_874_321, 'b/s')).toBe('9.87\u00a0Mb/s');
    expect(formatRounded(0.081234, 's')).toBe('81.2\u00a0ms');
    expect(formatRounded(999_999, 'b/s')).toBe('1\u00a0Mb/s');
  });

  it('shows a dash for missing values', () => {
    expect(formatRounded(null, 's')).toBe('–');
    expect(percent(null)).toBe('–');
  });

  it('writes ratios as percentages', () => {
    expect(percent(0.97321)).toBe('97.3\u00a0%');
    expect(percent(0.000123)).toBe('0.0123\u00a0%');
  });
});
