import { describe, expect, it } from 'vitest';
import type { AckFacts, FlowFacts, QueueFacts, SenderFacts, What } from '../types/engine';
import { flowName, describeStep, describeEvent, type Known } from './describeStep';

const known: Known = {
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
type OfFlow = Extract<What, { kind: 'of_flow' }>;
type AtLink = Extract<What, { kind: 'at_link' }>;
const ofFlow = (does: OfFlow['does'], changes: Partial<OfFlow> = {}): What => ({
  kind: 'of_flow',
  flow,
  does,
  number: 0,
  ack: null,
  sender: null,
  ...changes,
});
const atLink = (does: AtLink['does'], changes: Partial<AtLink> = {}): What => ({
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
const ack = (changes: Partial<AckFacts>, did: SenderFacts | null = sender({})): What =>
  ofFlow('acked', {
    number: 812,
    ack: { news: 1, blocks: [], congestion: false, stale: false, ...changes },
    sender: did,
  });
const text = (what: What): string => describeEvent(what, known).replaceAll('\u00a0', ' ');

describe('what happened, in words', () => {
  it('says what an acknowledgement does to the window', () => {
    const grown = sender({
      cwnd: [40, 40.025],
      sent: { segments: 1, again: 0, first: 852, last: 852 },
    });
    expect(text(ack({}, grown))).toBe('ACK 812 reaches flow 0: window +1/W to 40.025; sends segment 852');
    const doubled = sender({
      cwnd: [10, 11],
      state: [0, 0],
      sent: { segments: 2, again: 0, first: 821, last: 822 },
    });
    expect(text(ack({}, doubled))).toBe(
      'ACK 812 reaches flow 0: window +1 to 11; sends segments 821 and 822',
    );
    expect(text(ack({ news: 2 }, sender({ cwnd: [40, 40.05] })))).toBe(
      'ACK 812 reaches flow 0: 2 segments are new; window +2/W to 40.05',
    );
    expect(text(ack({}))).toBe('ACK 812 reaches flow 0');
  });

  it('tells duplicates, what they say beyond, and where they lead', () => {
    expect(text(ack({ news: 0 }))).toBe('ACK 812 reaches flow 0 again, a duplicate');
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
      'ACK 812 reaches flow 0 again: it has 813–815, 820 too (SACK); window 40 → 20; avoidance → recovery; sends segment 812 again',
    );
    expect(text(ack({ congestion: true }))).toBe('ACK 812 reaches flow 0: it echoes a congestion mark');
    expect(text(ack({ stale: true }, null))).toBe('ACK 812 reaches flow 0, of a connection that is over');
  });

  it('says where a packet waits, and what it finds there', () => {
    expect(text(atLink('waits'))).toBe('segment 812 of flow 0 waits at r0: 45 of 100 places taken');
    expect(text(atLink('waits', { marked: true }))).toMatch(/at r0, marked: 45/);
    expect(text(atLink('begins'))).toBe('segment 812 of flow 0 finds r0 free and is sent at once');
    expect(text(atLink('leaves'))).toBe('segment 812 of flow 0 leaves r0 for its receiver; 45 wait');
    const last = { packet: { ...segment, class: 'ack' }, link: 1, queue: { ...full, packets: 0 } } as const;
    expect(text(atLink('leaves', last))).toBe(
      'ACK 812 of flow 0 leaves r0, reverse for its sender; nothing waits',
    );
    expect(text(atLink('leaves', { next: 1 }))).toMatch(/leaves r0 for r0, reverse;/);
    expect(text(atLink('released'))).toBe('segment 812 of flow 0 was held back at r0 and is being sent');
  });

  it('says why a packet is dropped', () => {
    const packet = { flow: udp, class: 'udp', number: 901, bytes: 500 } as const;
    const dropped = (reason: string, queue: QueueFacts = full): string =>
      text(atLink('dropped', { packet, queue, reason }));
    expect(dropped('tail')).toBe('packet 901 of udp is dropped at r0: 100 of 100 places taken');
    expect(dropped('tail', { ...full, packets: 99 })).toBe(
      'packet 901 of udp is dropped at r0: 99 wait and one is being sent, of 100 places',
    );
    const bytes = { packets: 20, bytes: 19_800, limit_packets: null, limit_bytes: 20_000 };
    expect(dropped('tail', bytes)).toBe(
      'packet 901 of udp is dropped at r0: 19.8 kB of 20 kB taken, no room for its 500 B',
    );
    expect(dropped('early', { ...full, packets: 40 })).toBe(
      'packet 901 of udp is dropped at r0 early: 40 of 100 places taken',
    );
    expect(dropped('at_dequeue')).toMatch(/its turn came, and it had waited too long$/);
    expect(dropped('overload')).toMatch(/the queue has been long for too long$/);
    expect(dropped('on_purpose')).toMatch(/as the scenario says$/);
    expect(text(ofFlow('no_room', { number: 1 }))).toBe(
      '1 packet of flow 0 finds no room on the access link',
    );
    expect(text(ofFlow('no_room', { number: 3 }))).toBe(
      '3 packets of flow 0 find no room on the access link',
    );
    expect(text(ofFlow('sets_out', { flow: udp, number: 7 }))).toBe(
      'packet 7 of udp sets out on the access link',
    );
  });

  it('names timers, beginnings and ends', () => {
    const back = sender({
      cwnd: [40, 1],
      state: [2, 3],
      sent: { segments: 1, again: 1, first: 812, last: 812 },
    });
    expect(text(ofFlow('timed_out', { sender: back }))).toBe(
      'flow 0 times out: window 40 → 1; recovery → timeout; sends segment 812 again',
    );
    expect(text(ofFlow('probed'))).toBe('flow 0 probes for a lost tail');
    expect(text(ofFlow('released'))).toBe('flow 0 may send again: its window of one segment was marked');
    expect(text(ofFlow('reordered'))).toBe('flow 0 takes what was overtaken for lost');
    const three = sender({ sent: { segments: 3, again: 1, first: 5, last: 40 } });
    expect(text(ofFlow('paced', { sender: three }))).toBe(
      'pacing lets flow 0 go on: sends 3 segments, 5 to 40, 1 of them again',
    );
    expect(text(ofFlow('starts', { flow: udp }))).toBe('source udp begins');
    expect(text(ofFlow('stops', { flow: udp }))).toBe('source udp stops: it sends nothing new');
    expect(text(ofFlow('finished', { number: 15 }))).toBe('all 15 segments of flow 0 are acknowledged');
    expect(text(ofFlow('ack_sent', { number: 8 }))).toBe(
      'the receiver of flow 0 sends ACK 8, which it had held back',
    );
    expect(text({ kind: 'edited', index: 0 })).toBe(
      'the scenario is changed: bottlenecks.r0.queue.limit_packets = 50',
    );
    expect(text({ kind: 'measuring' })).toBe('the warm-up is over, measuring begins');
  });

  it('joins what happened at once, and says that nothing is left', () => {
    const happenings = [
      { at_s: 1, what: { kind: 'measuring' } as const },
      { at_s: 1, what: ofFlow('stops', { flow: udp }) },
    ];
    expect(describeStep('event', happenings, known)).toBe(
      'The warm-up is over, measuring begins. Source udp stops: it sends nothing new.',
    );
    expect(describeStep('drop', [], known)).toBe('No drop before the end of the run.');
  });

  it('calls a flow by its number as charts do, and a source by its group', () => {
    expect(flowName({ flow: 3, group: 0, index: 3 }, known)).toBe('flow 3');
    expect(flowName(udp, known)).toBe('udp');
    const groups = [...known.groups, { id: 'web', label: 'Web', kind: 'tcp' as const, count: 2 }];
    expect(flowName({ flow: 41, group: 2, index: 0 }, { ...known, groups })).toBe('flow 41 of Web');
    expect(flowName({ flow: 9, group: null, index: 0 }, known)).toBe('flow 9');
    const several = [{ id: 'udp', label: 'udp', kind: 'udp' as const, count: 4 }];
    expect(flowName({ ...udp, group: 0, index: 2 }, { ...known, groups: several })).toBe('udp 2');
  });
});
