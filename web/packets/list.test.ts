import { describe, expect, it } from 'vitest';
import { PacketList } from './list';
import { packet } from './testing';

const places = (packets: readonly { place: number }[]): number[] => packets.map(({ place }) => place);

describe('the list of packets', () => {
  it('returns the packets of an interval, with both ends, and the last ones before a time', () => {
    const list = new PacketList();
    list.add([0, 1, 2, 3, 4].map((place) => packet(place)));
    expect(places(list.within(0.1, 0.3))).toEqual([1, 2, 3]);
    expect(places(list.within(5, 6))).toEqual([]);
    expect(places(list.last(2, 0.3))).toEqual([2, 3]);
    expect(list.cut_s).toBeNull();
  });

  it('replaces a packet whose fate has become known', () => {
    const list = new PacketList();
    list.add([packet(0, { fate: { kind: 'in_flight' } }), packet(1)]);
    list.add([packet(0)]);
    expect(list.within(0, 1)).toEqual([packet(0), packet(1)]);
  });

  it('drops the oldest packets, says from which time on it is complete, and ignores their late fates', () => {
    const list = new PacketList(100);
    list.add(Array.from({ length: 150 }, (_, place) => packet(place)));
    expect(list.within(0, 100)).toHaveLength(100);
    expect(list.cut_s).toBe(5);
    list.add([packet(3), packet(150)]);
    expect(places(list.last(1, 100))).toEqual([150]);
  });
});
