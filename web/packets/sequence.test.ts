import { describe, expect, it } from 'vitest';
import { marksOf, packetNear, rangeOf } from './sequence';
import { ack, packet } from './testing';

const plot = { x: 0, y: 0, width: 1000, height: 100 };
const shown = { t0_s: 0, t1_s: 1 };

describe('the range of the y axis', () => {
  it('has all data, and the window where it is not much higher', () => {
    const near = rangeOf([packet(0), packet(4), ack(5, 1001, { windowEnd: 7001 })]);
    expect(near.lo).toBe(0);
    expect(near.hi).toBeCloseTo(7001 + 7000 * 0.05, 6);
    const far = rangeOf([packet(0), packet(4), ack(5, 1001, { windowEnd: 1e7 })]);
    expect(far.hi).toBeLessThan(6000);
  });

  it('is from 0 to 1 without packets', () => {
    expect(rangeOf([])).toEqual({ lo: 0, hi: 1 });
  });
});

describe('marks', () => {
  const range = { lo: 0, hi: 10_000 };

  it('of a segment are an upright line over its bytes', () => {
    const { segments } = marksOf([packet(5)], shown, plot, range, null);
    expect(segments[0]).toBeCloseTo(500, 6);
    expect(segments[1]).toBeCloseTo(49.99, 6);
    expect(segments[3]).toBeCloseTo(39.99, 6);
  });

  it('of a tiny segment are at least two pixels high', () => {
    const { segments } = marksOf([packet(5, { end: 5002 })], shown, plot, range, null);
    expect((segments[1] as number) - (segments[3] as number)).toBeCloseTo(2, 6);
  });

  it('of segments that touch in one column of pixels are one line', () => {
    const burst = [0, 1, 2].map((i) => packet(i, { at_s: 0.5 + i * 1e-5 }));
    expect(marksOf(burst, shown, plot, range, null).segments).toHaveLength(4);
    const gap = [packet(0, { at_s: 0.5 }), packet(7, { at_s: 0.5 })];
    expect(marksOf(gap, shown, plot, range, null).segments).toHaveLength(8);
  });

  it('separate retransmissions, drops, marked data, blocks and duplicate acknowledgments', () => {
    const packets = [
      packet(1, { fate: { kind: 'dropped', at_s: 0.11, node: 0, reason: 0 } }),
      packet(2, { marked: true }),
      ack(3, 1001, { kind: 'duplicate_ack', blocks: [[2001, 3001]] }),
      packet(4, { kind: 'retransmission', start: 1001, end: 2001 }),
    ];
    const marks = marksOf(packets, shown, plot, range, 0.4);
    expect(marks.dropped).toHaveLength(2);
    expect(marks.marked).toHaveLength(2);
    expect(marks.blocks).toHaveLength(4);
    expect(marks.duplicates).toHaveLength(2);
    expect(marks.retransmissions).toHaveLength(4);
    expect(marks.present, 'the retransmission at the present instant').toEqual(marks.retransmissions);
  });

  it('of acknowledgments are a line with steps to the right edge', () => {
    const { acks } = marksOf([ack(2, 1000), ack(5, 3000)], shown, plot, range, null);
    expect([...acks.x.subarray(0, acks.n)].map(Math.round)).toEqual([200, 500, 500, 1000]);
    expect([...acks.y.subarray(0, acks.n)].map(Math.round)).toEqual([90, 90, 70, 70]);
  });
});

it('the packet near the pointer is the nearest within a few pixels', () => {
  const range = { lo: 0, hi: 10_000 };
  const packets = [packet(2), packet(5), ack(6, 6001)];
  expect(packetNear(packets, shown, plot, range, { x: 503, y: 45 })?.place).toBe(5);
  expect(packetNear(packets, shown, plot, range, { x: 597, y: 38 })?.place).toBe(6);
  expect(packetNear(packets, shown, plot, range, { x: 400, y: 45 })).toBeNull();
});
