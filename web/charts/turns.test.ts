import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turns, type Due } from './turns';

const charts = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name }));
type Named = (typeof charts)[number];

describe('whose turn it is to be painted', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** What each frame paints, if chart number `i` takes `costs_ms[i]`. */
  function painted(costs_ms: readonly number[], frames: readonly Due[]): string[] {
    const turns = new Turns<Named>();
    return frames.map((due) => {
      let done = '';
      turns.take(charts, due, (chart) => {
        done += chart.name;
        vi.advanceTimersByTime(costs_ms[charts.indexOf(chart)] ?? 0);
      });
      return done;
    });
  }

  const each = (cost_ms: number): number[] => charts.map(() => cost_ms);
  const moving = (frames: number): Due[] => Array.from({ length: frames }, () => 'in turn');

  it('is that of all while painting is quick, beside figures too', () => {
    expect(painted(each(0.1), ['in turn', 'beside figures', 'in turn'])).toEqual([
      'abcdef',
      'abcdef',
      'abcdef',
    ]);
  });

  it('is that of every other where painting takes long', () => {
    expect(painted(each(1.5), moving(4))).toEqual(['a', 'bcdef', 'a', 'bcdef']);
  });

  it('comes to those first that have waited longest, however long one chart takes', () => {
    expect(painted(each(4), ['all', ...moving(6)]).slice(1)).toEqual(['a', 'bc', 'de', 'fa', 'bc', 'de']);
    expect(painted(each(50), moving(8))).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'a', 'b']);
  });

  it('leaves a dear chart to a frame of its own, and it is not left for good', () => {
    const frames = painted([7, 0.5, 0.5, 0.5, 0.5, 0.5], moving(9));
    expect(frames.slice(3)).toEqual(['bcdef', 'a', 'bcdef', 'a', 'bcdef', 'a']);
  });

  it('is that of few in a frame in which figures change', () => {
    const frames = painted(each(2.9), ['all', 'in turn', 'beside figures', 'in turn']);
    expect(frames).toEqual(['abcdef', 'a', 'b', 'cd']);
    expect(painted(each(4), ['all', 'in turn', 'beside figures', 'in turn'])).toEqual([
      'abcdef',
      'a',
      '',
      'bc',
    ]);
  });

  it('is that of those that wait, and of no others, when the run stands', () => {
    const frames = painted(each(4), ['all', 'in turn', 'waiting', 'waiting', 'waiting', 'waiting']);
    expect(frames).toEqual(['abcdef', 'a', 'bc', 'de', 'f', '']);
  });

  it('is that of all when all are asked for', () => {
    expect(painted(each(50), ['all', 'all'])).toEqual(['abcdef', 'abcdef']);
  });

  it('forgets a pause of the machine', () => {
    const turns = new Turns<Named>();
    let cost_ms = 200;
    const paint = (): void => void vi.advanceTimersByTime(cost_ms);
    turns.take(charts, 'all', paint);
    cost_ms = 0.5;
    for (let i = 0; i < 20; i += 1) turns.take(charts, 'all', paint);
    let painted = 0;
    turns.take(charts, 'in turn', () => (painted += 1));
    expect(painted).toBe(charts.length);
  });
});
