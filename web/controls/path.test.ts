import { describe, expect, it } from 'vitest';
import { canonical, problemsAt, valueAtPath } from './path';

const scenario = {
  seed: 1,
  bottlenecks: [
    { id: 'r0', rate_bps: 10e6, queue: { limit_packets: 100 } },
    { id: 'r1', rate_bps: 5e6, queue: { limit_packets: 20 } },
  ],
};

describe('valueAtPath', () => {
  it('finds items by id and by position', () => {
    expect(valueAtPath(scenario, 'bottlenecks.r1.queue.limit_packets')).toBe(20);
    expect(valueAtPath(scenario, 'bottlenecks.1.queue.limit_packets')).toBe(20);
    expect(valueAtPath(scenario, 'seed')).toBe(1);
  });

  it('is undefined where the path leads nowhere', () => {
    expect(valueAtPath(scenario, 'bottlenecks.r7.rate_bps')).toBeUndefined();
    expect(valueAtPath(scenario, 'seed.x')).toBeUndefined();
  });
});

describe('canonical', () => {
  it('names items by their id, however they were addressed', () => {
    expect(canonical(scenario, 'bottlenecks[1].rate_bps')).toBe('bottlenecks.r1.rate_bps');
    expect(canonical(scenario, 'bottlenecks.1.rate_bps')).toBe('bottlenecks.r1.rate_bps');
    expect(canonical(scenario, 'edits.0: bottlenecks.1.rate_bps')).toBe('bottlenecks.r1.rate_bps');
  });
});

describe('problemsAt', () => {
  const problems = [
    { path: 'bottlenecks[0].queue.limit_packets', message: 'must be above 0' },
    { path: 'seed', message: 'must be whole' },
  ];

  it('finds those of a field', () => {
    expect(problemsAt(problems, scenario, 'bottlenecks.r0.queue.limit_packets')).toHaveLength(1);
    expect(problemsAt(problems, scenario, 'bottlenecks.r0.queue')).toHaveLength(0);
    expect(problemsAt(problems, scenario, 'bottlenecks.r0.queue', true)).toHaveLength(1);
  });
});
