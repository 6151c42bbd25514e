import { expect, it } from 'vitest';
import { unbroken } from './unbroken';

it('keeps figures and their units in one line, and lets lines break elsewhere', () => {
  expect(unbroken('33 % of 30 kB, 95.1 Mb/s in 0.13 s')).toBe(
    '33\u00a0% of 30\u00a0kB, 95.1\u00a0Mb/s in 0.13\u00a0s',
  );
  expect(unbroken('177 packets, 40 windows, 10 small')).toBe('177\u00a0packets, 40 windows, 10 small');
});
