import { expect, it } from 'vitest';
import { cited, defaultText, rangeOf } from './paramText';
import { param } from './fixtures';

it('cites papers by author and year, and leaves other sources as they are', () => {
  expect(cited('ganjali-2007 Section 3.3')).toBe('Ganjali 2007, Section 3.3');
  expect(cited('hasegawa-2008')).toBe('Hasegawa 2008');
  expect(cited('ns-2.35 DropTail::enque; vishwanath-2011 Section II')).toBe(
    'ns-2.35 DropTail::enque; Vishwanath 2011, Section II',
  );
  expect(cited('RFC 9438; draft-ietf-ccwg-bbr-06')).toBe('RFC 9438; draft-ietf-ccwg-bbr-06');
});

it('describes a list of numbers', () => {
  const kind = { type: 'numbers', min: 1e3, max: 1e10, most: 32 } as const;
  const rates = param({ name: 'rates_bps', unit: 'b/s', kind, default: [3e5, 7.5e5] });
  expect(defaultText(rates)?.replaceAll('\u00a0', ' ')).toBe('300 kb/s; 750 kb/s');
  expect(rangeOf(rates)?.replaceAll('\u00a0', ' ')).toBe('1 to 32 values, each 1 kb/s to 10 Gb/s');
});

it('describes a default that is a distribution', () => {
  const kind = { type: 'distribution', min: 0, max: 1e6 } as const;
  const text = (value: unknown) =>
    defaultText(param({ name: 'think_s', unit: 's', kind, default: value }))?.replaceAll('\u00a0', ' ');
  expect(text({ exponential: 1 })).toBe('1 s on average, exponential');
  expect(text({ pareto: [2, 1.5] })).toBe('2 s on average, Pareto of shape 1.5');
  expect(text({ uniform: [0.005, 0.01] })).toBe('5 ms to 10 ms');
  expect(text({ list: [1, 2] })).toBe('1 s; 2 s');
  expect(text(0)).toBe('0 s');
});
