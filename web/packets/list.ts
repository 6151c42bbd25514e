/** List of captured packets in order of time, of which only the latest stay in memory. */
import type { Packet } from './packet';

/** Number of packets that stay in memory. */
export const MOST_PACKETS = 60_000;

/** List that grows during a run. Packets are replaced when their fate becomes known. */
export class PacketList {
  private packets: Packet[] = [];

  constructor(private readonly most = MOST_PACKETS) {}

  /** Adds new packets and replaces changed ones. */
  add(changed: readonly Packet[]): void {
    for (const packet of changed) {
      const first = this.packets[0]?.place ?? packet.place;
      const index = packet.place - first;
      if (index >= 0) this.packets[index] = packet;
    }
    const excess = this.packets.length - this.most;
    // Removing a part at a time, since each removal moves all others.
    if (excess > this.most / 10) this.packets.splice(0, excess);
  }

  /** Time of the first packet in memory, if earlier ones were removed; null otherwise. */
  get cut_s(): number | null {
    const [first] = this.packets;
    return first && first.place > 0 ? first.at_s : null;
  }

  /** Returns the packets from `from_s` to `until_s`, both included. */
  within(from_s: number, until_s: number): readonly Packet[] {
    return this.packets.slice(this.indexAt(from_s), this.indexAfter(until_s));
  }

  /** Returns the last `count` packets up to `until_s`. */
  last(count: number, until_s: number): readonly Packet[] {
    const end = this.indexAfter(until_s);
    return this.packets.slice(Math.max(0, end - count), end);
  }

  /** Index of the first packet at or after a time. */
  private indexAt(t_s: number): number {
    return this.search(({ at_s }) => at_s >= t_s);
  }

  /** Index of the first packet after a time. */
  private indexAfter(t_s: number): number {
    return this.search(({ at_s }) => at_s > t_s);
  }

  /** Index of the first packet for which `is` holds, which then holds for all later ones. */
  private search(is: (packet: Packet) => boolean): number {
    let [low, high] = [0, this.packets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (is(this.packets[middle] as Packet)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
