import { describe, expect, it } from 'vitest';
import { frameOf, layoutOf } from './fixture';
import { countsOf, flowMarksNear, MARK, marksOf } from './marks';

const marks = (...list: [t: number, kind: number, flow: number, window?: number][]): Float64Array =>
  Float64Array.from(list.flatMap(([t, kind, flow, window = 0]) => [t, kind, flow, window]));

describe('marks', () => {
  it('are picked by kind and flow', () => {
    const some = marks([1, MARK.timeout, 0], [2, MARK.timeout, 7], [3, MARK.ecnCut, 7]);
    expect(marksOf(some, MARK.timeout, 7)).toEqual([2]);
    expect(marksOf(some, MARK.ecnCut, 0)).toEqual([]);
  });

  it('of a flow near a moment tell the window after them, also of kinds that are not known', () => {
    const some = marks([1.1, MARK.recovers, 0, 12], [1.2, 99, 0, 5], [1.2, 2, 7], [3, 2, 0]);
    expect(flowMarksNear(some, 0, 1.15, 0.2)).toEqual([
      { t_s: 1.1, kind: MARK.recovers, window: 12 },
      { t_s: 1.2, kind: 99, window: 5 },
    ]);
  });
});

describe('counts', () => {
  it('are those of their series, by column', () => {
    const frame = {
      ...frameOf(layoutOf({ flows: [0, 4] }), {}),
      counts: Uint16Array.of(0, 2, 1, 1, 0, 9, 1, 3, 2),
    };
    expect(countsOf(frame, 'flow.0.timeouts')).toEqual([{ column: 2, count: 1 }]);
    expect(countsOf(frame, 'flow.4.timeouts')).toEqual([
      { column: 0, count: 9 },
      { column: 3, count: 2 },
    ]);
    expect(countsOf(frame, 'flow.9.timeouts')).toEqual([]);
  });
});
