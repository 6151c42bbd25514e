/**
 * Classes of packets, by which queues, losses and colors are distinguished.
 *
 * A class is not a kind of traffic: several kinds send packets of one class, which the catalog gives for each kind.
 */
import { sectionOf, type Catalog } from './catalog';
import type { GroupInfo } from './protocol';
import { PACKET_CLASS } from './strings';

/** Class of a packet: data of senders with congestion control, data of other senders, or acknowledgments. */
export type PacketClass = DataClass | 'ack';

/** Class of the data that a group sends. */
export type DataClass = GroupInfo['kind'];

/** All classes, in the order of charts. */
export const CLASSES: readonly PacketClass[] = ['tcp', 'udp', 'ack'];

/** Name of each class. */
export const CLASS_LABEL: Record<PacketClass, string> = PACKET_CLASS;

/** Returns the class of a group's data, given its `traffic`; `udp` for an unknown kind. */
export function classOf(catalog: Catalog | null, traffic: unknown): DataClass {
  return sectionOf(catalog, 'traffic', traffic)?.class === 'tcp' ? 'tcp' : 'udp';
}

/** Returns whether a group reacts to loss, and so has windows, round trips and acknowledgments. */
export function adapts(catalog: Catalog | null, traffic: unknown): boolean {
  return classOf(catalog, traffic) === 'tcp';
}
