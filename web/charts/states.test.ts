import { describe, expect, it } from 'vitest';
import { MARK, marksOf, recoveries } from './states';

const marks = (...list: [t: number, kind: number, owner: number][]): Float64Array =>
  Float64Array.from(list.flatMap(([t, kind, owner]) => [t, kind, owner, 0]));

describe('marks', () => {
  it('are picked by kind and owner', () => {
    const some = marks([1, MARK.timeout, 0], [2, MARK.timeout, 7], [3, MARK.edit, 0]);
    expect(marksOf(some, MARK.timeout, null)).toEqual([1, 2]);
    expect(marksOf(some, MARK.timeout, 7)).toEqual([2]);
    expect(marksOf(some, MARK.edit, 0)).toEqual([3]);
  });
});

describe('recoveries', () => {
  it('last from their beginning to their end', () => {
    expect(recoveries(marks([1, MARK.recovers, 0], [2, MARK.recovered, 0]), 0, 0, 9)).toEqual([
      { t0_s: 1, t1_s: 2 },
    ]);
  });

  it('that began before the view start at its edge, and those that go on end now', () => {
    const some = marks([1, MARK.recovered, 0], [5, MARK.recovers, 0]);
    expect(recoveries(some, 0, 0.5, 9)).toEqual([
      { t0_s: 0.5, t1_s: 1 },
      { t0_s: 5, t1_s: 9 },
    ]);
  });

  it('end with a timeout', () => {
    const some = marks(
      [1, MARK.recovers, 0],
      [1.5, MARK.timeout, 0],
      [3, MARK.recovers, 0],
      [4, MARK.recovered, 0],
    );
    expect(recoveries(some, 0, 0, 9)).toEqual([
      { t0_s: 1, t1_s: 1.5 },
      { t0_s: 3, t1_s: 4 },
    ]);
  });

  it('of other flows are left out', () => {
    expect(recoveries(marks([1, MARK.recovers, 3]), 0, 0, 9)).toEqual([]);
  });
});
