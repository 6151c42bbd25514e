import { describe, expect, it } from 'vitest';
import type { Layout } from '../engine/protocol';
import type { LastStep } from '../lab/state';
import type { TraceEventKind } from '../types/engine';
import { droppedPacket, touchedKeys } from './stepMarks';

const links = ['r0', 'r0:reverse', 'edge:a1'].map((id) => ({ id })) as Layout['links'];
const groups = ['tcp'].map((id) => ({ id })) as Layout['groups'];
const layout = { links, groups };
const flow = { flow: 0, group: 0, index: 0 };
const packet = { flow, class: 'udp', number: 1, bytes: 500 } as const;
const queue = { packets: 5, bytes: 5000, limit_packets: 5, limit_bytes: null };
const lastStep = (...whats: TraceEventKind[]): LastStep => ({
  count: 1,
  to: 'event',
  events: whats.map((what) => ({ at_s: 1, what })),
});

const at = (link: number, does: 'begins' | 'dropped' = 'begins'): TraceEventKind => ({
  kind: 'at_link',
  link,
  does,
  packet,
  queue,
  marked: false,
  reason: null,
  next: null,
});
const stops: TraceEventKind = { kind: 'of_flow', flow, does: 'stops', number: 0, ack: null, sender: null };

describe('where a step took place', () => {
  it('is the element of a link, of its reverse direction, or of a flow', () => {
    expect(touchedKeys(lastStep(at(0)), layout)).toEqual(['bottleneck:r0']);
    expect(touchedKeys(lastStep(at(1)), layout)).toEqual(['bottleneck:r0']);
    expect(touchedKeys(lastStep(at(2)), layout)).toEqual(['edge:a1']);
    expect(touchedKeys(lastStep(stops, at(0)), layout)).toEqual(['group:tcp', 'bottleneck:r0']);
    expect(touchedKeys(lastStep({ kind: 'measuring' }), layout)).toEqual([]);
  });

  it('returns the packet that the step dropped', () => {
    const drop = lastStep({ kind: 'measuring' }, at(1, 'dropped'));
    expect(droppedPacket(drop, links)).toEqual({ link: 'r0:reverse', kind: 'udp' });
    expect(droppedPacket(lastStep(stops, at(0)), links)).toBeNull();
  });
});
