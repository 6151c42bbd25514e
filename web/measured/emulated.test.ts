/** The dialog about a run of `bufferlab emulate` says what was real, and what the page cannot draw. */
import { describe, expect, it } from 'vitest';
import type { AboutMeasured, MeasuredSeries } from '../sweep/measuredFile';
import { emulatedTexts, groupsWithoutWindows, partsNotIn } from './emulated';

const series = (id: string): MeasuredSeries => ({
  name: id,
  unit: '',
  role: 'series',
  id,
  axis: 0,
  count: 9,
});

const about = (ids: readonly string[], measured: unknown): AboutMeasured => ({
  tool: 'bufferlab emulate',
  title: 'Two flows',
  kernel: 'Linux 6.18',
  controllers: [],
  length_s: 30,
  series: ids.map(series),
  retransmissions: null,
  run: {
    scenario: {},
    measured,
    summary: { groups: [{ id: 'tcp' }, { id: 'tcp:reverse' }, { id: 'udp' }] },
  },
  notes: [],
  units: [],
});

const MEASURED = {
  controllers: { tcp: ['cubic'] },
  groups: [{ id: 'tcp' }],
  late_s: { median: 4e-5, p99: 1e-4, max: 0.002 },
};

describe('texts about an emulated run', () => {
  it('name the hosts, the real and the simulated groups, and the lateness', () => {
    const texts = emulatedTexts(about(['link.r0.utilization'], MEASURED));
    expect(texts.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      '“Two flows”, 30 s between hosts of Linux 6.18.',
      'Real packets: tcp (CUBIC).',
      'Simulated packets: udp.',
      'Packets were delivered late by 40 µs (median), 100 µs (99 %) and at most 2 ms.',
    ]);
  });

  it('call no group simulated if the file does not say which are real', () => {
    const texts = emulatedTexts(about(['link.r0.utilization'], { controllers: ['cubic'] })).join(' ');
    expect(texts).not.toMatch(/simulated/i);
  });

  it('accept any value in place of an object', () => {
    for (const measured of [null, 5, [], { controllers: 'x', groups: 7, late_s: [] }, { groups: [null, {}] }])
      expect(emulatedTexts(about(['link.r0.utilization'], measured))).toHaveLength(1);
  });
});

describe('missing series', () => {
  it('are windows and round trips of real senders that are not in the file', () => {
    const [window, rtt] = ['group.tcp.mean_cwnd_packets', 'group.tcp.rtt_s'];
    expect(groupsWithoutWindows(about(['group.tcp.throughput_bps'], MEASURED))).toEqual(['tcp']);
    expect(groupsWithoutWindows(about([window], MEASURED))).toEqual(['tcp']);
    expect(groupsWithoutWindows(about([window, rtt], MEASURED))).toEqual([]);
  });

  it('are those of links and groups that the open experiment does not have', () => {
    const run = about(
      ['link.r0.utilization', 'link.r0:reverse.utilization', 'link.r1.utilization', 'group.tcp.rtt_s'],
      MEASURED,
    );
    const here = { links: [{ id: 'r0' }], groups: [{ id: 'tcp' }] };
    expect(partsNotIn(here, run)).toEqual(['r1']);
    expect(partsNotIn({ links: [], groups: [] }, run)).toEqual(['r0', 'r1', 'tcp']);
  });
});
