import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turns, type Due } from './turns';

const charts = ['a', 'b', 'c', 'd', 'e', 'f'];

describe('whose turn it is to be painted', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** What each of `frames` frames paints, if a chart takes `cost_ms`. */
  function painted(cost_ms: number, frames: number, due: Due = 'in turn'): string[] {
    const turns = new Turns<string>();
    return Array.from({ length: frames }, () => {
      let done = '';
      turns.take(charts, due, (chart) => {
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

  it('comes in turn, however long one chart takes', () => {
    expect(painted(7, 4)).toEqual(['a', 'bc', 'de', 'fa']);
    expect(painted(50, 8)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'a', 'b']);
  });

  it('is that of those that wait, and of no others, when the run stands', () => {
    const turns = new Turns<string>();
    const done: string[] = [];
    const take = (due: Due): void => {
      let now = '';
      turns.take(charts, due, (chart) => {
        now += chart;
        vi.advanceTimersByTime(5);
      });
      done.push(now);
    };
    take('in turn');
    for (let i = 0; i < 3; i += 1) take('waiting');
    expect(done).toEqual(['a', 'bcd', 'ef', '']);
  });

  it('is that of all when all are asked for', () => {
    expect(painted(50, 2, 'all')).toEqual(['abcdef', 'abcdef']);
  });
});
