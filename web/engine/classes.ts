/**
 * The classes of packets that queues, losses and colours are told apart by.
 *
 * A class is no kind: any number of kinds of traffic send packets of one class, and the catalog says which.
 */
import { sectionOf, type Catalog } from './catalog';
import type { GroupInfo } from './protocol';

/** Data of senders that adapt, data of senders that do not, acknowledgements. */
export type PacketClass = DataClass | 'ack';

/** What a group can send. */
export type DataClass = GroupInfo['kind'];

export const CLASSES: readonly PacketClass[] = ['tcp', 'udp', 'ack'];

export const CLASS_LABEL: Record<PacketClass, string> = { tcp: 'TCP', udp: 'UDP', ack: 'ACK' };

/** The class of what a group sends, given its `traffic`; that of mere datagrams for a kind nobody knows. */
export function classOf(catalog: Catalog | null, traffic: unknown): DataClass {
  return sectionOf(catalog, 'traffic', traffic)?.class === 'tcp' ? 'tcp' : 'udp';
}

/** Whether it adapts to loss, and so has windows, round trips and acknowledgements. */
export function adapts(catalog: Catalog | null, traffic: unknown): boolean {
  return classOf(catalog, traffic) === 'tcp';
}
