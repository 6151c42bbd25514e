import { describe, expect, it } from 'vitest';
import { CALL_MS, CATCH_UP_MS, EventBudget, MEASURE_MS, Pace, SpeedMeter } from './pace';

describe('pace', () => {
  it('makes simulated time due in proportion to wall time', () => {
    const pace = new Pace(4);
    pace.begin(1000, 10);
    expect(pace.due(1000, 10)).toBe(10);
    expect(pace.due(1050, 10)).toBeCloseTo(10.2, 12);
    expect(pace.due(1075, 10.2)).toBeCloseTo(10.3, 12);
  });

  it('keeps time over many slices without drifting', () => {
    const pace = new Pace(0.5);
    pace.begin(0, 0);
    let t_s = 0;
    for (let now_ms = 0; now_ms <= 60_000; now_ms += 7.3) t_s = pace.due(now_ms, t_s);
    expect(t_s).toBeCloseTo(30, 1);
  });

  it('drops the backlog of a slow engine', () => {
    const pace = new Pace(10);
    pace.begin(0, 0);
    let t_s = 0;
    for (let now_ms = 8; now_ms < 5000; now_ms += 8) {
      const due_s = pace.due(now_ms, t_s);
      expect(due_s - t_s).toBeLessThanOrEqual((CATCH_UP_MS / 1000) * 10 + 1e-9);
      t_s = Math.min(due_s, t_s + 0.008 * 3);
    }
    pace.begin(5000, t_s);
    expect(pace.due(5000 + 3_600_000, t_s) - t_s).toBeCloseTo(1, 9);
  });

  it('makes all time due at max, and none of it after slowing down', () => {
    const pace = new Pace('max');
    pace.begin(0, 0);
    expect(pace.due(10, 3)).toBe(Infinity);
    pace.setSpeed(1, 20, 50);
    expect(pace.due(30, 50)).toBeCloseTo(50.01, 12);
  });

  it('does not run backwards when the clock does', () => {
    const pace = new Pace(1);
    pace.begin(1000, 5);
    expect(pace.due(900, 5)).toBe(5);
  });
});

describe('event budget', () => {
  it('converges to the events of a call from far below and far above', () => {
    for (const perMs of [30, 3000, 200_000]) {
      const budget = new EventBudget();
      for (let i = 0; i < 60; i++) budget.note(true, budget.events / perMs);
      expect(budget.events / perMs).toBeCloseTo(CALL_MS, 1);
    }
  });

  it('grows if the clock is too coarse, and ignores calls that reach their target early', () => {
    const budget = new EventBudget();
    budget.note(true, 0);
    expect(budget.events).toBe(4000);
    budget.note(false, 0.1);
    expect(budget.events).toBe(4000);
    budget.note(false, 2 * CALL_MS);
    expect(budget.events).toBe(2000);
  });
});

describe('speed meter', () => {
  it('gives the speed of the last half second only', () => {
    const meter = new SpeedMeter();
    for (let now_ms = 0; now_ms <= 2000; now_ms += 8) meter.note(now_ms, (now_ms / 1000) * 3);
    expect(meter.speed()).toBeCloseTo(3, 6);
    const base_s = 6;
    for (let past_ms = 8; past_ms <= MEASURE_MS + 40; past_ms += 8) {
      meter.note(2000 + past_ms, base_s + (past_ms / 1000) * 0.5);
    }
    expect(meter.speed()).toBeCloseTo(0.5, 6);
  });

  it('is 0 at first and after a jump', () => {
    const meter = new SpeedMeter();
    expect(meter.speed()).toBe(0);
    meter.note(0, 0);
    meter.note(100, 1);
    expect(meter.speed()).toBe(10);
    meter.reset();
    expect(meter.speed()).toBe(0);
  });
});
