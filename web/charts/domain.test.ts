import { describe, expect, it } from 'vitest';
import { roundUp } from '../plot/scale';
import { nextRange, PATIENCE_MS, settledFrom, type AxisRule } from './domain';

const free: AxisRule = { kind: 'linear', floor: 4, limit: null };
const none = { lo: NaN, hi: NaN };
const upTo = (hi: number) => ({ lo: hi / 2, hi });

describe('a linear axis', () => {
  it('grows at once, to a round number above the data', () => {
    const small = nextRange(null, free, upTo(10), 0);
    expect(small.hi).toBe(12);
    expect(nextRange(small, free, upTo(47), 1).hi).toBe(50);
  });

  it('keeps its top while values stay beneath it', () => {
    const first = nextRange(null, free, upTo(47), 0);
    expect(nextRange(first, free, upTo(40), 16)).toBe(first);
  });

  it('shrinks only after values have stayed small', () => {
    let range = nextRange(null, free, upTo(47), 0);
    range = nextRange(range, free, upTo(5), 100);
    expect(range.hi).toBe(50);
    range = nextRange(range, free, upTo(5), 100 + PATIENCE_MS - 1);
    expect(range.hi).toBe(50);
    range = nextRange(range, free, upTo(5), 100 + PATIENCE_MS);
    expect(range.hi).toBe(6);
  });

  it('forgets that values were small when they grow again', () => {
    let range = nextRange(null, free, upTo(47), 0);
    range = nextRange(range, free, upTo(5), 100);
    range = nextRange(range, free, upTo(45), 200);
    range = nextRange(range, free, upTo(5), 300);
    expect(nextRange(range, free, upTo(5), 200 + PATIENCE_MS).hi).toBe(50);
  });

  it('shrinks to what has been enough although values rise and fall meanwhile', () => {
    let range = nextRange(null, free, upTo(94), 0);
    expect(range.hi).toBe(100);
    for (let t = 0; t <= PATIENCE_MS; t += 100) {
      range = nextRange(range, free, upTo(t % 200 === 0 ? 55 : 20), 1000 + t);
    }
    expect(range.hi).toBe(60);
  });

  it('shows the limit before there are data, so that nothing jumps when they come', () => {
    const limited: AxisRule = { kind: 'linear', floor: 4, limit: 100 };
    const empty = nextRange(null, limited, none, 0);
    expect(empty.hi).toBeGreaterThan(100);
    expect(nextRange(empty, limited, upTo(100), 16).hi).toBe(empty.hi);
  });

  it('leaves a limit out of sight that dwarfs the data', () => {
    expect(nextRange(null, { kind: 'linear', floor: 4, limit: 1e6 }, upTo(100), 0).hi).toBe(120);
  });
});

describe('a logarithmic axis', () => {
  const ratio: AxisRule = { kind: 'log', lo: 1e-6, hi: 1 };

  it('spans whole decades around the data', () => {
    expect(nextRange(null, ratio, { lo: 0.0003, hi: 0.04 }, 0)).toMatchObject({ lo: 1e-4, hi: 0.1 });
  });

  it('spans at least two decades and stays within its bounds', () => {
    expect(nextRange(null, ratio, { lo: 0.5, hi: 0.6 }, 0)).toMatchObject({ lo: 0.01, hi: 1 });
    expect(nextRange(null, ratio, { lo: 1e-9, hi: 1 }, 0).lo).toBe(1e-6);
  });
});

describe('rounding up', () => {
  it('lands on the ladder, at or above the value', () => {
    expect([0.011, 1, 1.1, 7, 99, 101].map(roundUp)).toEqual([0.012, 1, 1.2, 8, 100, 120]);
  });
});

describe('a run', () => {
  it('has settled once its warm-up is over, or half of what is shown of it has passed', () => {
    expect(settledFrom(50, { t_s: 90, t1_s: 90 })).toBe(45);
    expect(settledFrom(40, { t_s: 90, t1_s: 100 })).toBe(40);
    expect(settledFrom(50, { t_s: 90, t1_s: 20 })).toBe(10);
    expect(settledFrom(0, { t_s: 90, t1_s: 20 })).toBe(0);
  });
});

it('an axis of differences goes as far below 0 as above', () => {
  const rule = { kind: 'linear', floor: 1, limit: null, signed: true } as const;
  expect(nextRange(null, rule, { lo: NaN, hi: 7 }, 0)).toMatchObject({ lo: -8, hi: 8 });
  expect(nextRange(null, rule, { lo: NaN, hi: NaN }, 0)).toMatchObject({ lo: -1, hi: 1 });
});
