import { describe, expect, it } from 'vitest';
import type { Frame } from '../engine/protocol';
import { comparedChart, comparedFrame } from './against';
import { columnsOf } from '../samples/columns';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { loss } from './loss';
import { queue } from './queue';
import { windows } from './windows';

const layout = layoutOf({ udp: true });

/** A frame of four columns from 0 to 4 s with one level (minima, maxima, means) and one line. */
function frame(means: number[], line: number[], t1_s = 4) {
  return {
    ...frameOf(layout, {}),
    t0_s: 0,
    t1_s,
    columns: 4,
    series: [
      { id: 'level', shape: 'level' as const },
      { id: 'line', shape: 'line' as const },
    ],
    data: Float32Array.from([...means.map((x) => x - 1), ...means.map((x) => x + 1), ...means, ...line]),
  };
}

const shown = (result: Frame, id: string): number[] => [...(columnsOf(result, id)?.hi ?? [])];

describe('one frame against another', () => {
  const current = frame([10, 20, 30, NaN], [1, 2, 3, 4]);
  const baseline = frame([5, 20, 0, 40], [1, 1, 0, NaN]);

  it('is the difference of the means of each column', () => {
    const difference = comparedFrame(current, baseline, 'difference');
    expect(shown(difference, 'level')).toEqual([5, 0, 30, NaN]);
    expect(shown(difference, 'line')).toEqual([0, 1, 3, NaN]);
  });

  it('is their ratio, and none to nothing', () => {
    expect(shown(comparedFrame(current, baseline, 'ratio'), 'level')).toEqual([2, 1, NaN, NaN]);
  });

  it('goes by the moment, not by the place in the frame', () => {
    const slower = frame([1, 2, 3, 4], [0, 0, 0, 0], 8);
    // Columns of 1 s at 0.5, 1.5, 2.5 and 3.5 s; of the other, those of 2 s at 0 and at 2 s.
    expect(shown(comparedFrame(current, slower, 'difference'), 'level').slice(0, 3)).toEqual([9, 19, 28]);
  });

  it('has nothing before there is another', () => {
    expect(shown(comparedFrame(current, null, 'difference'), 'level')).toEqual([NaN, NaN, NaN, NaN]);
  });
});

describe('the charts of it', () => {
  const scene = sceneOf(layout);

  it('are lines about 0, or about 1 as often', () => {
    const difference = comparedChart(queue.describe(scene), 'difference');
    expect(new Set(difference.traces.map(({ form }) => form))).toEqual(new Set(['line']));
    expect(difference).toMatchObject({ rule: { signed: true }, beside: null, levels: [{ value: 0 }] });
    const ratio = comparedChart(loss.describe(scene), 'ratio');
    expect(ratio).toMatchObject({ quantity: 'times', levels: [{ value: 1 }] });
    expect(ratio.title).toBe('Ratio of packets lost at');
  });

  it('leave out drops, states and what has no scale of its own', () => {
    const { traces, states } = comparedChart(windows.describe(scene), 'difference');
    expect(states).toBeNull();
    expect(traces.some(({ id }) => id.includes('ssthresh'))).toBe(false);
    expect(
      comparedChart(queue.describe(scene), 'difference').traces.some(({ id }) => id.includes('drops')),
    ).toBe(false);
  });
});
