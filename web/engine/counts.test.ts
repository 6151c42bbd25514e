import { describe, expect, it } from 'vitest';
import { sparseCounts } from './counts';

describe('sparse counts', () => {
  it('contain only counts other than 0, by series and column', () => {
    const dense = Float32Array.of(0, 2, NaN, 0, 0, 0, 1, 70_000);
    expect([...sparseCounts(dense, 4)]).toEqual([0, 1, 2, 1, 2, 1, 1, 3, 65_535]);
  });

  it('are empty if all counts are 0', () => {
    expect(sparseCounts(new Float32Array(16 * 800), 800)).toHaveLength(0);
  });
});
