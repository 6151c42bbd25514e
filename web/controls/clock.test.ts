import { expect, it } from 'vitest';
import { clockText } from './clock';

it('shows fewer decimals at higher speeds', () => {
  expect(clockText(37.234567, true, 1)).toBe('37.2\u00a0s');
  expect(clockText(37.234567, true, 0.05)).toBe('37.235\u00a0s');
  expect(clockText(37.234567, true, 'max')).toBe('37\u00a0s');
});

it('shows microseconds of a paused run, without trailing zeros', () => {
  expect(clockText(37.234567, false, 1)).toBe('37.234567\u00a0s');
  expect(clockText(37.5, false, 'max')).toBe('37.5\u00a0s');
  expect(clockText(12345.5, false, 1)).toBe('12,345.5\u00a0s');
  expect(clockText(0, false, 1)).toBe('0.0\u00a0s');
});
