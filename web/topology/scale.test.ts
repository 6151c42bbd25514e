import { describe, expect, it } from 'vitest';
import {
  capacityAbove,
  fillOf,
  grown,
  limitAt,
  limitStepped,
  smallTankScale,
  tankScale,
  ticksOf,
} from './scale';

const packets = (limit_packets: number) => ({ limit_packets, limit_bytes: null });
const now = { packets: 50, bytes: 40_000, utilization: 1, drops: { tcp: 0, udp: 0, ack: 0 } };

describe('the scale of a tank', () => {
  it('has the limit between three quarters and nine tenths of its height', () => {
    for (const limit of [1, 5, 10, 40, 71, 100, 128, 20_000, 1e7]) {
      const share = limit / capacityAbove(limit);
      expect(share).toBeGreaterThan(0.75);
      expect(share).toBeLessThan(0.9);
    }
  });

  it('has the unit of the limit', () => {
    expect(tankScale(packets(100))).toEqual({ unit: 'packets', limit: 100, capacity: 115 });
    expect(tankScale({ limit_packets: null, limit_bytes: 20_000 })).toEqual({
      unit: 'bytes',
      limit: 20_000,
      capacity: 23_000,
    });
  });

  it('grows with the queue in a buffer with a very large limit', () => {
    const scale = smallTankScale(packets(1_000_000));
    expect(scale.limit).toBeNull();
    expect(grown(scale, 500).capacity).toBe(600);
    expect(grown(tankScale(packets(100)), 500).capacity).toBe(115);
  });

  it('has two to six ticks with round numbers', () => {
    for (const limit of [1, 7, 33, 100, 1234]) {
      const ticks = ticksOf(tankScale(packets(limit)));
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(7);
    }
    expect(ticksOf(tankScale(packets(100)))).toEqual([20, 40, 60, 80, 100]);
  });
});

describe('what stands in a tank', () => {
  it('is as high as the level and divided by the bytes of each class', () => {
    const fill = fillOf(
      { ...now, tcp_bytes: 30_000, udp_bytes: 10_000, ack_bytes: 0 },
      tankScale(packets(100)),
    );
    expect(fill.tcp).toBeCloseTo((50 / 115) * 0.75);
    expect(fill.udp).toBeCloseTo((50 / 115) * 0.25);
    expect(fill.ack).toBe(0);
  });

  it('never overflows the drawing, even while a lowered limit is still exceeded', () => {
    const fill = fillOf(
      { ...now, packets: 500, tcp_bytes: 1, udp_bytes: 1, ack_bytes: 1 },
      tankScale(packets(10)),
    );
    expect(fill.tcp + fill.udp + fill.ack).toBeCloseTo(1);
  });

  it('is empty for an empty queue', () => {
    expect(
      fillOf({ ...now, packets: 0, tcp_bytes: 0, udp_bytes: 0, ack_bytes: 0 }, tankScale(packets(10))),
    ).toEqual({
      tcp: 0,
      udp: 0,
      ack: 0,
    });
  });
});

describe('the dragged limit', () => {
  const scale = tankScale(packets(100));

  it('follows the height within the tank', () => {
    expect(limitAt(0.4, scale, 1e7)).toBe(46);
    expect(limitAt(0.401, scale, 1e7)).toBe(46);
  });

  it('doubles with the distance above it', () => {
    expect(limitAt(1.3, scale, 1e7)).toBe(230);
    expect(limitAt(1.6, scale, 1e7)).toBe(460);
  });

  it('stays within what the engine accepts', () => {
    expect(limitAt(0, scale, 1e7)).toBe(1);
    expect(limitAt(9, scale, 1000)).toBe(1000);
  });
});

describe('a key on the limit', () => {
  it('steps by about a hundredth, by a quarter, or by one', () => {
    expect(limitStepped(100, 'step', 1, 1e7)).toBe(101);
    expect(limitStepped(20_000, 'step', -1, 1e7)).toBe(19_800);
    expect(limitStepped(100, 'page', 1, 1e7)).toBe(120);
    expect(limitStepped(20_000, 'fine', 1, 1e7)).toBe(20_001);
  });

  it('stays between one and the maximum', () => {
    expect(limitStepped(1, 'page', -1, 1e7)).toBe(1);
    expect(limitStepped(999, 'page', 1, 1000)).toBe(1000);
  });
});
