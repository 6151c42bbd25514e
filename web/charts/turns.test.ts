import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turns } from './turns';

const charts = ['a', 'b', 'c', 'd', 'e', 'f'];

describe('whose turn it is to be painted', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** What each of `frames` frames paints, if a chart takes `cost_ms`. */
  function painted(cost_ms: number, frames: number, all = false): string[] {
    const turns = new Turns<string>();
    return Array.from({ length: frames }, () => {
      let done = '';
      turns.take(charts, all, (chart) => {
        done += chart;
        vi.advanceTimersByTime(cost_ms);
      });
      return done;
    });
  }

  it('is that of all while painting is quick', () => {
    expect(painted(0.1, 3)).toEqual(['abcdef', 'abcdef', 'abcdef']);
  });

  it('is that of every other where painting takes long', () => {
    expect(painted(2, 4)).toEqual(['a', 'bcdef', 'a', 'bcdef']);
  });

  it('comes at every other frame at the latest, however long one chart takes', () => {
    const frames = painted(50, 9);
    for (const chart of charts) {
      for (let i = 1; i < frames.length; i += 1) {
        expect(`${frames[i - 1]} ${frames[i]}`).toContain(chart);
      }
    }
  });

  it('is that of all when all are asked for', () => {
    expect(painted(50, 2, true)).toEqual(['abcdef', 'abcdef']);
  });
});
