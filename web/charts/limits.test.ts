import { describe, expect, it } from 'vitest';
import type { Scenario } from '../scenario/types';
import { layoutOf } from './fixture';
import { limitsOverTime } from './limits';
import { plainLink, plainReverse } from '../scenario/testing/plainLink';

const queue = { kind: 'drop_tail', limit_packets: 100, limit_bytes: null };
const scenario = (...edits: Scenario['edits']): Scenario => ({
  version: 1,
  title: '',
  note: '',
  seed: 1,
  duration_s: 60,
  warmup_s: 0,
  bottlenecks: [
    {
      id: 'r0',
      label: '',
      rate_bps: 1e7,
      delay_s: 0.04,
      queue,
      ...plainLink,
      router: { kind: 'output_queued' },
      device_packets: 0,
      reverse: { queue, ...plainReverse },
    },
  ],
  edges: [],
  groups: [],
  edits,
});
const set = (at_s: number, path: string, value: unknown) => ({ at_s, set: [{ path, value }] });
const [link, reverse] = layoutOf().links;

describe('a limit over time', () => {
  it('changes where an edit changed it, and not elsewhere', () => {
    const document = scenario(
      set(10, 'bottlenecks.r0.queue.limit_packets', 50),
      set(20, 'bottlenecks.r0.rate_bps', 2e7),
      set(30, 'bottlenecks.0.queue.limit_packets', 70),
    );
    expect(limitsOverTime(document, link!)).toEqual([
      { from_s: 0, value: 100 },
      { from_s: 10, value: 50 },
      { from_s: 30, value: 70 },
    ]);
    expect(limitsOverTime(document, reverse!)).toEqual([{ from_s: 0, value: 100 }]);
  });

  it('is unknown while it was given in the other unit', () => {
    const document = scenario(set(10, 'bottlenecks.r0.queue.limit_bytes', 9000));
    expect(limitsOverTime(document, { ...link!, limit_packets: null, limit_bytes: 9000 })).toEqual([
      { from_s: 0, value: null },
      { from_s: 10, value: 9000 },
    ]);
  });

  it('is empty for a link that the document does not have, and ends at an edit it cannot follow', () => {
    expect(limitsOverTime(scenario(), { ...link!, id: 'edge:a1' })).toEqual([]);
    expect(limitsOverTime(scenario(set(1, 'bottlenecks.r9.rate_bps', 1)), link!)).toEqual([
      { from_s: 0, value: 100 },
    ]);
    expect(limitsOverTime(null, link!)).toEqual([]);
  });
});
