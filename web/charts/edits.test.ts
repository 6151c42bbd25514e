import { describe, expect, it } from 'vitest';
import { editText, patchText } from './edits';

describe('an edit in words', () => {
  it('says where, what and in which unit', () => {
    expect(patchText({ path: 'bottlenecks.r0.queue.limit_packets', value: 50 })).toBe(
      'r0 queue: limit 50 packets',
    );
    expect(patchText({ path: 'bottlenecks.r0.rate_bps', value: 20e6 })).toBe('r0: rate 20 Mb/s');
    expect(patchText({ path: 'bottlenecks.r0.delay_s', value: 0.04 })).toBe('r0: delay 40 ms');
    expect(patchText({ path: 'groups.udp.count', value: 3 })).toBe('udp: count 3');
  });

  it('names things that come and go', () => {
    expect(patchText({ path: 'groups.udp', value: null })).toBe('udp removed');
    expect(patchText({ path: 'groups.udp', value: { id: 'udp' } })).toBe('udp added');
  });

  it('begins with the moment and lists all changes', () => {
    const set = [
      { path: 'groups.udp.count', value: 3 },
      { path: 'groups.tcp.count', value: 4 },
    ];
    expect(editText({ at_s: 18, set })).toBe('18.000 s: udp: count 3; tcp: count 4');
  });
});
