/** Table of the last packets of a flow at a point, as Wireshark lists them: time, kind, numbers, header and fate. */
import { timeText } from '../plot/format';
import { integer } from '../ui/language';
import { Table } from '../ui/Table';
import { fateText, saysOf, type PacketNames } from './describe';
import { hasData, isAck, type Packet } from './packet';
import { KIND, PACKETS, TABLE } from './strings';

interface Props {
  packets: readonly Packet[];
  names: PacketNames;
  title: string;
}

/** Table with one row per packet, the latest first. */
export function PacketTable({ packets, names, title }: Props) {
  return (
    <Table
      area="chart-table-scroll packet-table"
      name={TABLE.caption(title)}
      caption={<caption className="chart-hidden-text">{TABLE.caption(title)}</caption>}
      heads={TABLE.heads}
    >
      {packets.toReversed().map((packet) => (
        <tr key={packet.place} data-kind={packet.kind} data-fate={packet.fate.kind}>
          <td>{timeText(packet.at_s, 1e-6).replace(/ s$/, '')}</td>
          <td>{KIND[packet.kind]}</td>
          <td>{integer(packet.number)}</td>
          <td>{bytesOf(packet)}</td>
          <td>{saysOf(packet)}</td>
          <td>{fateText(packet.fate, packet.at_s, names)}</td>
        </tr>
      ))}
    </Table>
  );
}

function bytesOf(packet: Packet): string {
  if (hasData(packet)) return `${integer(packet.start)}–${integer(packet.end - 1)}`;
  return isAck(packet) ? integer(packet.start) : '';
}

/** Returns the name of a point of capture for a sentence: `its sender`, `r0, before the queue`. */
export function pointName(point: string, links: readonly { id: string; label: string }[]): string {
  if (point === 'sender') return PACKETS.sender;
  if (point === 'receiver') return PACKETS.receiver;
  const [, id = point, side = ''] = /^(.*):(in|out|drops)$/.exec(point) ?? [];
  const link = links.find((one) => one.id === id || one.id === `edge:${id}`);
  return PACKETS.pointOf(link?.label ?? id, PACKETS.side[side] ?? side);
}
