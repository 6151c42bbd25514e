import { describe, expect, it } from 'vitest';
import type { AckFacts, FlowFacts, QueueFacts, SenderFacts, TraceEventKind } from '../types/engine';
import { flowName, describeStep, describeEvent, type RunNames } from './describeStep';

const names: RunNames = {
  links: [
    { id: 'r0', label: 'r0' },
    { id: 'r0:reverse', label: 'r0, reverse' },
  ],
  groups: [
    { id: 'tcp', label: 'TCP', kind: 'tcp', count: 40 },
    { id: 'udp', label: 'udp', kind: 'udp', count: 1 },
  ],
  states: ['slow start', 'avoidance', 'recovery', 'timeout'],
  edits: [{ at_s: 3, set: [{ path: 'bottlenecks.r0.queue.limit_packets', value: 50 }] }],
};
const flow: FlowFacts = { flow: 0, group: 0, index: 0 };
const udp: FlowFacts = { flow: 40, group: 1, index: 0 };
const full: QueueFacts = { packets: 100, bytes: 100_000, limit_packets: 100, limit_bytes: null };
const segment = { flow, class: 'tcp', number: 812, bytes: 1000 } as const;
const sender = (changes: Partial<SenderFacts>): SenderFacts => ({
  cwnd: [40, 40],
  state: [1, 1],
  in_flight: 40,
  sent: null,
  ...changes,
});
type OfFlow = Extract<TraceEventKind, { kind: 'of_flow' }>;
type AtLink = Extract<TraceEventKind, { kind: 'at_link' }>;
const ofFlow = (does: OfFlow['does'], changes: Partial<OfFlow> = {}): TraceEventKind => ({
  kind: 'of_flow',
  flow,
  does,
  number: 0,
  ack: null,
  sender: null,
  ...changes,
});
const atLink = (does: AtLink['does'], changes: Partial<AtLink> = {}): TraceEventKind => ({
  kind: 'at_link',
  link: 0,
  does,
  packet: segment,
  queue: { ...full, packets: 45 },
  marked: false,
  reason: null,
  next: null,
  ...changes,
});
const ack = (changes: Partial<AckFacts>, did: SenderFacts | null = sender({})): TraceEventKind =>
  ofFlow('acked', {
    number: 812,
    ack: { news: 1, blocks: [], congestion: false, stale: false, ...changes },
    sender: did,
  });
const text = (event: TraceEventKind): string => describeEvent(event, names).replaceAll('\u00a0', ' ');

describe('the description of an event', () => {
  it('shows the effect of an ACK on the window', () => {
    const grown = sender({
      cwnd: [40, 40.025],
      sent: { segments: 1, again: 0, first: 852, last: 852 },
    });
    expect(text(ack({}, grown))).toBe('flow 0 receives ACK 812: window +1/W to 40.025; sends segment 852');
    const doubled = sender({
      cwnd: [10, 11],
      state: [0, 0],
      sent: { segments: 2, again: 0, first: 821, last: 822 },
    });
    expect(text(ack({}, doubled))).toBe(
      'flow 0 receives ACK 812: window +1 to 11; sends segments 821 and 822',
    );
    expect(text(ack({ news: 2 }, sender({ cwnd: [40, 40.05] })))).toBe(
      'flow 0 receives ACK 812: 2 segments newly acknowledged; window +2/W to 40.05',
    );
    expect(text(ack({}))).toBe('flow 0 receives ACK 812');
  });

  it('shows duplicate ACKs, their SACK blocks, and what they cause', () => {
    expect(text(ack({ news: 0 }))).toBe('flow 0 receives duplicate ACK 812');
    const recovers = sender({
      cwnd: [40, 20],
      state: [1, 2],
      sent: { segments: 1, again: 1, first: 812, last: 812 },
    });
    const blocks: [number, number][] = [
      [813, 816],
      [820, 821],
    ];
    expect(text(ack({ news: 0, blocks }, recovers))).toBe(
      'flow 0 receives duplicate ACK 812: SACK lists 813–815, 820; window 40 → 20; avoidance → recovery; sends segment 812 again',
    );
    expect(text(ack({ congestion: true }))).toBe('flow 0 receives ACK 812: it reports a congestion mark');
    expect(text(ack({ stale: true }, null))).toBe('flow 0 receives ACK 812 of an earlier connection');
  });

  it('shows where a packet waits, and how full the buffer is', () => {
    expect(text(atLink('waits'))).toBe('flow 0, segment 812: r0 queues it (45 of 100 packets)');
    expect(text(atLink('waits', { marked: true }))).toMatch(/: r0 marks and queues it \(45/);
    expect(text(atLink('begins'))).toBe('flow 0, segment 812: r0 is idle and sends it at once');
    expect(text(atLink('leaves'))).toBe(
      'flow 0, segment 812: r0 has sent it to its receiver; 45 packets wait',
    );
    const last = { packet: { ...segment, class: 'ack' }, link: 1, queue: { ...full, packets: 0 } } as const;
    expect(text(atLink('leaves', last))).toBe(
      'flow 0, ACK 812: r0, reverse has sent it to its sender; no packets wait',
    );
    expect(text(atLink('leaves', { next: 1 }))).toMatch(/: r0 has sent it to r0, reverse;/);
    expect(text(atLink('released'))).toBe('flow 0, segment 812: r0 held it back and now sends it');
  });

  it('gives the reason of a drop', () => {
    const packet = { flow: udp, class: 'udp', number: 901, bytes: 500 } as const;
    const dropped = (reason: string, queue: QueueFacts = full): string =>
      text(atLink('dropped', { packet, queue, reason }));
    expect(dropped('tail')).toBe('source udp, packet 901: r0 drops it: buffer full (100 of 100 packets)');
    expect(dropped('tail', { ...full, packets: 99 })).toBe(
      'source udp, packet 901: r0 drops it: buffer full (99 queued and 1 in transmission, of 100 packets)',
    );
    const bytes = { packets: 20, bytes: 19_800, limit_packets: null, limit_bytes: 20_000 };
    expect(dropped('tail', bytes)).toBe(
      'source udp, packet 901: r0 drops it: no room for its 500 B (19.8 kB of 20 kB)',
    );
    expect(dropped('early', { ...full, packets: 40 })).toBe(
      'source udp, packet 901: r0 drops it early (40 of 100 packets)',
    );
    expect(dropped('at_dequeue')).toMatch(/drops it at dequeue: packets have waited too long$/);
    expect(dropped('overload')).toMatch(/drops it: the queue has been too long for some time$/);
    expect(dropped('policer')).toMatch(/drops it: its policer has too few tokens$/);
    expect(dropped('on_purpose')).toMatch(/drops it, as the scenario requires$/);
    expect(text(ofFlow('no_room', { number: 1 }))).toBe(
      'flow 0: its access link drops 1 packet, because its queue is full',
    );
    expect(text(ofFlow('no_room', { number: 3 }))).toBe(
      'flow 0: its access link drops 3 packets, because its queue is full',
    );
    expect(text(ofFlow('sets_out', { flow: udp, number: 7 }))).toBe(
      'source udp sends packet 7 into its access link',
    );
  });

  it('shows timers, starts and ends of flows', () => {
    const back = sender({
      cwnd: [40, 1],
      state: [2, 3],
      sent: { segments: 1, again: 1, first: 812, last: 812 },
    });
    expect(text(ofFlow('timed_out', { sender: back }))).toBe(
      'flow 0 times out: window 40 → 1; recovery → timeout; sends segment 812 again',
    );
    expect(text(ofFlow('probed'))).toBe('flow 0 sends a tail loss probe');
    expect(text(ofFlow('released'))).toBe(
      'flow 0 may send again; it waited because its window of one segment was marked',
    );
    expect(text(ofFlow('reordered'))).toBe('flow 0 marks the overtaken segments lost');
    const three = sender({ sent: { segments: 3, again: 1, first: 5, last: 40 } });
    expect(text(ofFlow('paced', { sender: three }))).toBe(
      'flow 0 continues after a pause for pacing: sends 3 segments, 5 to 40, 1 of them again',
    );
    expect(text(ofFlow('wrote', { sender: three }))).toBe(
      'the application of flow 0 writes a segment: sends 3 segments, 5 to 40, 1 of them again',
    );
    expect(text(ofFlow('starts', { flow: udp }))).toBe('source udp starts');
    expect(text(ofFlow('stops', { flow: udp }))).toBe('source udp stops and sends no new data');
    expect(text(ofFlow('finished', { number: 15 }))).toBe('flow 0: all 15 segments are acknowledged');
    expect(text(ofFlow('ack_sent', { number: 8 }))).toBe('the receiver of flow 0 sends the delayed ACK 8');
    expect(text({ kind: 'edited', index: 0 })).toBe(
      'the scenario is edited: bottlenecks.r0.queue.limit_packets = 50',
    );
    expect(text({ kind: 'measuring' })).toBe('the warm-up ends and the measured time begins');
  });

  it('joins events of the same time, and says so if nothing is left', () => {
    const events = [
      { at_s: 1, what: { kind: 'measuring' } as const },
      { at_s: 1, what: ofFlow('stops', { flow: udp }) },
    ];
    expect(describeStep('event', events, names)).toBe(
      'The warm-up ends and the measured time begins. Source udp stops and sends no new data.',
    );
    expect(describeStep('drop', [], names)).toBe('No drop before the end of the run.');
  });

  it('names a TCP flow by its number and a UDP source by its group', () => {
    expect(flowName({ flow: 3, group: 0, index: 3 }, names)).toBe('flow 3');
    expect(flowName(udp, names)).toBe('udp');
    const groups = [...names.groups, { id: 'web', label: 'Web', kind: 'tcp' as const, count: 2 }];
    expect(flowName({ flow: 41, group: 2, index: 0 }, { ...names, groups })).toBe('flow 41 of Web');
    expect(flowName({ flow: 9, group: null, index: 0 }, names)).toBe('flow 9');
    const several = [{ id: 'udp', label: 'udp', kind: 'udp' as const, count: 4 }];
    expect(flowName({ ...udp, group: 0, index: 2 }, { ...names, groups: several })).toBe('udp 2');
  });
});
