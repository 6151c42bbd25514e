/** Times and usual buffers against values computed by hand. */
import { describe, expect, it } from 'vitest';
import type { Answers } from './answers';
import { FIRST_TEXTS, readTexts } from './readTexts';
import { LONGEST_S, roundedUp, timesOf } from './times';
import { usualBuffer } from './usualBuffer';

const first = readTexts(FIRST_TEXTS).answers!;
const times = (given: Partial<Answers>) => {
  const answers = { ...first, ...given };
  return timesOf(answers, usualBuffer(answers.rate_bps, answers.rtt_s));
};

describe('the usual buffer', () => {
  it.each([
    ['modem', 2e6, 0.03, 85],
    ['router', 1e8, 0.03, 833],
    ['router', 1e9, 0.25, 20_833],
    ['switch', 1e10, 1e-4, 467],
  ])('of a %s at %d b/s and %d s', (device, rate_bps, rtt_s, packets) => {
    expect(usualBuffer(rate_bps, rtt_s)).toMatchObject({ device, packets });
  });
});

describe('times', () => {
  it('one Reno flow at 10 Mb/s needs half of its window in round trips', () => {
    // 128 kB wait at most: 102 ms, with 80 ms of path 182 ms or 151.7 packets; 75.8 round trips of 182 ms.
    const { period_s, periods } = times({ controller: 'reno', rate_bps: 1e7, rtt_s: 0.08 });
    expect(period_s).toBeCloseTo(13.8, 1);
    expect(periods).toBe(5);
  });

  it('one CUBIC flow needs K seconds', () => {
    // 540 ms at 2 Mb/s are 90 packets; K is the cube root of 90 times 0.75.
    expect(times({}).period_s).toBeCloseTo(Math.cbrt(90 * 0.75), 3);
  });

  it('are longer for fewer flows and never above the longest run', () => {
    const many = times({ controller: 'reno', rate_bps: 1e9, flows: 100 });
    const one = times({ controller: 'reno', rate_bps: 1e9 });
    expect(many.warmup_s).toBeGreaterThanOrEqual(many.settles_s);
    expect(many.duration_s).toBeLessThan(one.duration_s);
    expect(one.warmup_s).toBeLessThan(one.settles_s);
    expect(one.duration_s).toBe(LONGEST_S);
  });

  it('end the starts before half of the warm-up', () => {
    for (const flows of [1, 100, 10_000]) {
      const { starts_s, warmup_s } = times({ flows });
      expect(starts_s).toBeLessThanOrEqual(warmup_s / 2);
    }
  });

  it.each([
    [41, 45],
    [45, 45],
    [130, 150],
    [0.6, 0.6],
    [10, 10],
  ])('round %d up to %d', (from, to) => {
    expect(roundedUp(from)).toBe(to);
  });
});
