import { describe, expect, it } from 'vitest';
import { flowMarksNear, MARK, marksOf } from './marks';

const marks = (...list: [t: number, kind: number, owner: number, value?: number][]): Float64Array =>
  Float64Array.from(list.flatMap(([t, kind, owner, value = 0]) => [t, kind, owner, value]));

describe('marks', () => {
  it('are picked by kind and owner', () => {
    const some = marks([1, MARK.timeout, 0], [2, MARK.timeout, 7], [3, MARK.edit, 0]);
    expect(marksOf(some, MARK.timeout, null)).toEqual([1, 2]);
    expect(marksOf(some, MARK.timeout, 7)).toEqual([2]);
    expect(marksOf(some, MARK.edit, 0)).toEqual([3]);
  });

  it('of a flow near a moment tell the window after them, also of kinds that are not known', () => {
    const some = marks(
      [1, MARK.edit, 0],
      [1.1, MARK.recovers, 0, 12],
      [1.2, 99, 0, 5],
      [1.2, 2, 7],
      [3, 2, 0],
    );
    expect(flowMarksNear(some, 0, 1.15, 0.2)).toEqual([
      { t_s: 1.1, kind: MARK.recovers, window: 12 },
      { t_s: 1.2, kind: 99, window: 5 },
    ]);
  });
});
