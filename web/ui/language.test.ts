import { describe, expect, it } from 'vitest';
import { count, integer, list, plural } from './language';

const RUNS = { one: 'run', other: 'runs' };

describe('language', () => {
  it('separates thousands', () => {
    expect(integer(2000)).toBe('2,000');
  });

  it('chooses the singular for one only', () => {
    expect([0, 1, 2, 2000].map((n) => count(n, RUNS))).toEqual(['0 runs', '1 run', '2 runs', '2,000 runs']);
  });

  it('uses the general form if a category has none', () => {
    expect(plural(1, { other: 'TCP' })).toBe('TCP');
  });

  it('joins words as a sentence does', () => {
    expect(list(['TCP', 'UDP', 'ACKs'])).toBe('TCP, UDP, and ACKs');
  });
});
