import { expect, it } from 'vitest';
import { NOW_PER_GROUP, NOW_PER_LINK, type Layout } from '../engine/protocol';
import { queue } from '../charts/queue';
import { layoutOf, sceneOf } from '../charts/fixture';
import { tankScale } from '../topology/scale';
import { narrate } from './narrate';

const layout: Layout = {
  links: [
    { id: 'r0', label: 'r0', rate_bps: 10e6, delay_s: 0.04, limit_packets: 100, limit_bytes: null },
    {
      id: 'r0:reverse',
      label: 'r0 back',
      rate_bps: 10e6,
      delay_s: 0.04,
      limit_packets: 1e6,
      limit_bytes: null,
    },
  ],
  groups: [
    { id: 'tcp', label: 'tcp', kind: 'tcp', direction: 'forward', count: 1, first_flow: 0 },
    { id: 'udp', label: 'udp', kind: 'udp', direction: 'forward', count: 1, first_flow: 1 },
  ],
  flows: [],
  series: [],
  links_without_groups: [],
};

const withPlainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

it('contains the time, queues, drops, utilization, rates and windows', () => {
  const now = new Float64Array([
    62,
    62000,
    60000,
    2000,
    0,
    0.973,
    12,
    3,
    0,
    ...new Array<number>(NOW_PER_LINK - 9).fill(0),
    ...new Array<number>(NOW_PER_LINK).fill(0),
    9.6e6,
    120,
    4e5,
    NaN,
  ]);
  const text = withPlainSpaces(
    narrate({ t_s: 37.21, playing: true, ended: false, seeking: false, now }, layout),
  );
  expect(text).toBe(
    'At 37.21 s, running. r0: 62 of 100 packets waiting, utilization 97.3 %, dropped so far: 12 TCP, 3 UDP packets. ' +
      'tcp: 9.6 Mb/s, mean window 120 packets. udp: 400 kb/s.',
  );
});

it('says that there were no drops', () => {
  const now = new Float64Array(2 * NOW_PER_LINK + 2 * NOW_PER_GROUP);
  const text = narrate({ t_s: 0, playing: false, ended: false, seeking: false, now }, layout);
  expect(text).toContain('paused');
  expect(text).toContain('dropped so far: nothing');
});

it('gives a queue in the unit of its chart and of its tank, whichever limits it has', () => {
  const now = new Float64Array(100).fill(5);
  for (const limits of [
    { limit_packets: 100, limit_bytes: null },
    { limit_packets: null, limit_bytes: 11_000 },
    { limit_packets: 100, limit_bytes: 11_000 },
    { limit_packets: null, limit_bytes: null },
  ]) {
    const plain = layoutOf();
    const layout = { ...plain, links: plain.links.map((link) => ({ ...link, ...limits })) };
    const { quantity } = queue.describe(sceneOf(layout));
    const text = narrate({ t_s: 1, playing: true, ended: false, seeking: false, now }, layout);
    expect(/r0: .* (packets|k?B) waiting/.exec(withPlainSpaces(text))?.[1]?.slice(-1)).toBe(
      quantity.slice(-1),
    );
    expect(tankScale(limits).unit).toBe(quantity === 'B' ? 'bytes' : 'packets');
  }
});
