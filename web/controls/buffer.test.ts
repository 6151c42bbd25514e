import { FAKE_CATALOG } from '../engine/testing/fake-engine';
import { describe, expect, it } from 'vitest';
import type { Group, Scenario } from '../scenario/types';
import { bufferContext, limitFrom, amountsOf, type BufferContext } from './buffer';
import { plainLink, plainReverse } from '../scenario/testing/plainLink';

const queue = { kind: 'drop_tail', limit_packets: 100, limit_bytes: null };

const tcp: Group = {
  id: 'tcp',
  label: '',
  count: 1,
  direction: 'forward',
  edge: null,
  via: null,
  access: { rate_bps: 1e9, delay_s: 0.0001, limit_packets: null, limit_bytes: null },
  egress: { rate_bps: null, delay_s: 0 },
  start_s: 0,
  stop_s: null,
  schedule: [],
  traffic: { kind: 'tcp', segment_bytes: 960, header_bytes: 40 },
};

const oneFlow: Scenario = {
  version: 1,
  title: '',
  note: '',
  seed: 1,
  duration_s: 200,
  warmup_s: 50,
  bottlenecks: [
    {
      id: 'r0',
      label: '',
      rate_bps: 10e6,
      delay_s: 0.0399,
      queue,
      ...plainLink,
      router: { kind: 'output_queued' },
      device_packets: 0,
      reverse: { queue, ...plainReverse },
    },
  ],
  edges: [],
  groups: [tcp],
  edits: [],
};

/** 10 Mb/s, 80 ms, packets of 1,000 bytes: the bandwidth–delay product is 100 packets. */
const dissertation: BufferContext = { rate_bps: 10e6, packet_bytes: 1000, rtt_s: 0.08, tcp_flows: 4 };

describe('bufferContext', () => {
  it('finds rate, packet size, round-trip time and flows of a bottleneck', () => {
    expect(bufferContext(oneFlow, 'bottlenecks.r0.queue', FAKE_CATALOG)).toEqual({
      rate_bps: 10e6,
      packet_bytes: 1000,
      rtt_s: 0.08,
      tcp_flows: 1,
    });
  });

  it('weights round-trip times by the number of flows', () => {
    const far: Group = {
      ...tcp,
      id: 'far',
      count: 3,
      access: { rate_bps: 1e9, delay_s: { uniform: [0.01, 0.03] }, limit_packets: null, limit_bytes: null },
    };
    const context = bufferContext({ ...oneFlow, groups: [tcp, far] }, 'bottlenecks.0.queue', FAKE_CATALOG);
    expect(context?.tcp_flows).toBe(4);
    expect(context?.rtt_s).toBeCloseTo((0.08 + 3 * 2 * (0.0399 + 0.02)) / 4, 12);
  });

  it('leaves out groups that do not cross the bottleneck', () => {
    const second = { ...oneFlow.bottlenecks[0]!, id: 'r1', rate_bps: 5e6 };
    const local: Group = { ...tcp, id: 'local', count: 9, via: ['r1'] };
    const scenario = { ...oneFlow, bottlenecks: [...oneFlow.bottlenecks, second], groups: [tcp, local] };
    expect(bufferContext(scenario, 'bottlenecks.r0.queue', FAKE_CATALOG)?.tcp_flows).toBe(1);
    expect(bufferContext(scenario, 'bottlenecks.r1.queue', FAKE_CATALOG)?.tcp_flows).toBe(10);
  });

  it('uses the packet size of open-loop traffic without TCP', () => {
    const udp: Group = { ...tcp, traffic: { kind: 'poisson', packet_bytes: 200 } };
    const context = bufferContext({ ...oneFlow, groups: [udp] }, 'bottlenecks.r0.queue', FAKE_CATALOG);
    expect(context).toEqual({ rate_bps: 10e6, packet_bytes: 200, rtt_s: null, tcp_flows: 0 });
  });

  it('uses the rate of the reverse direction, by default that of the forward direction', () => {
    expect(bufferContext(oneFlow, 'bottlenecks.r0.reverse.queue', FAKE_CATALOG)?.rate_bps).toBe(10e6);
    const slow = {
      ...oneFlow.bottlenecks[0]!,
      reverse: { queue, ...plainReverse, rate_bps: 1e6 },
    };
    expect(
      bufferContext({ ...oneFlow, bottlenecks: [slow] }, 'bottlenecks.r0.reverse.queue', FAKE_CATALOG)
        ?.rate_bps,
    ).toBe(1e6);
  });

  it('returns null for any other path', () => {
    expect(bufferContext(oneFlow, 'groups.tcp.traffic', FAKE_CATALOG)).toBeNull();
    expect(bufferContext(oneFlow, 'bottlenecks.r9.queue', FAKE_CATALOG)).toBeNull();
  });
});

describe('amountsOf', () => {
  it('converts 100 packets at 10 Mb/s and 80 ms', () => {
    expect(amountsOf({ limit_packets: 100, limit_bytes: null }, dissertation)).toEqual({
      packets: 100,
      bytes: 100_000,
      time: 0.08,
      bdp: 1,
      bdp_sqrt_n: 2,
    });
  });

  it('gives no multiple of a rule without a round-trip time', () => {
    const names = amountsOf({ limit_packets: null, limit_bytes: 64_000 }, { ...dissertation, rtt_s: null });
    expect(names).toMatchObject({ bytes: 64_000, packets: 64, bdp: null, bdp_sqrt_n: null });
  });
});

describe('limitFrom', () => {
  it.each([
    ['packets', 50, 'bytes', { limit_packets: 50 }],
    ['bytes', 64_000, 'packets', { limit_bytes: 64_000 }],
    ['time', 0.04, 'packets', { limit_packets: 50 }],
    ['time', 0.04, 'bytes', { limit_bytes: 50_000 }],
    ['bdp', 1, 'packets', { limit_packets: 100 }],
    ['bdp_sqrt_n', 1, 'bytes', { limit_bytes: 50_000 }],
  ] as const)('sets %s to %d counting in %s', (name, amount, counted, limit) => {
    expect(limitFrom(name, amount, dissertation, counted)).toEqual(limit);
  });

  it('never sets less than one packet or byte', () => {
    expect(limitFrom('time', 1e-9, dissertation, 'packets')).toEqual({ limit_packets: 1 });
  });

  it('returns null for a rule without a round-trip time', () => {
    expect(limitFrom('bdp', 1, { ...dissertation, rtt_s: null }, 'packets')).toBeNull();
  });

  it('is the inverse of amountsOf', () => {
    for (const name of ['packets', 'bytes', 'time', 'bdp', 'bdp_sqrt_n'] as const) {
      const limit = { limit_packets: null, limit_bytes: null, ...limitFrom(name, 12, dissertation, 'bytes') };
      expect(amountsOf(limit, dissertation)[name]).toBeCloseTo(12, 3);
    }
  });
});
