import { describe, expect, it } from 'vitest';
import { canonical, problemsAt } from './problems';

const scenario = {
  seed: 1,
  bottlenecks: [
    { id: 'r0', rate_bps: 10e6, queue: { limit_packets: 100 } },
    { id: 'r1', rate_bps: 5e6, queue: { limit_packets: 20 } },
  ],
};

describe('canonical', () => {
  it('names items by their id, also if the path has positions', () => {
    expect(canonical(scenario, 'bottlenecks.r1.rate_bps')).toBe('bottlenecks.r1.rate_bps');
    expect(canonical(scenario, 'bottlenecks.1.rate_bps')).toBe('bottlenecks.r1.rate_bps');
    expect(canonical(scenario, 'edits.0: bottlenecks.1.rate_bps')).toBe('bottlenecks.r1.rate_bps');
  });
});

describe('canonical of a path that does not exist', () => {
  it('returns the path unchanged', () => {
    expect(canonical(scenario, 'bottlenecks.r7.__proto__.x')).toBe('bottlenecks.r7.__proto__.x');
  });
});

describe('problemsAt', () => {
  const problems = [
    { path: 'bottlenecks.0.queue.limit_packets', message: 'must be above 0' },
    { path: 'seed', message: 'must be whole' },
  ];

  it('returns the problems of a field', () => {
    expect(problemsAt(problems, scenario, 'bottlenecks.r0.queue.limit_packets')).toHaveLength(1);
    expect(problemsAt(problems, scenario, 'bottlenecks.r0.queue')).toHaveLength(0);
    expect(problemsAt(problems, scenario, 'bottlenecks.r0.queue', true)).toHaveLength(1);
  });
});
