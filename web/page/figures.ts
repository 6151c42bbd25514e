/** The rows of the summary: each figure's name, what it means, and its text. */
import { figure, percent } from '../controls/quantity';
import type { GroupSummary, LinkSummary, Summary } from '../engine/summary';

export interface FigureRow<T> {
  label: string;
  help: string;
  /** Whether the row is shown for these things; always unless given, so that no row comes and goes. */
  applies?(items: T[]): boolean;
  /** `–` where the figure does not apply. */
  text(item: T): string;
}

export const linkRows: FigureRow<LinkSummary>[] = [
  {
    label: 'Utilisation',
    help: 'Share of time in which the link sends',
    text: (b) => percent(b.utilization, 4),
  },
  { label: 'Throughput', help: 'Bits on the wire', text: (b) => figure(b.throughput_bps, 'b/s') },
  {
    label: 'Mean queue',
    help: 'Time-weighted mean of the packets waiting',
    text: (b) => figure(b.mean_queue_packets, 'packets'),
  },
  {
    label: '… in bytes',
    help: 'Time-weighted mean of the bytes waiting',
    text: (b) => figure(b.mean_queue_bytes, 'B'),
  },
  {
    label: 'Largest queue',
    help: 'Most packets that waited',
    text: (b) => figure(b.max_queue_packets, 'packets', 6),
  },
  { label: '… in bytes', help: 'Most bytes that waited', text: (b) => figure(b.max_queue_bytes, 'B', 4) },
  { label: 'Mean delay', help: 'Mean time a packet waits', text: (b) => figure(b.queue_delay_s.mean, 's') },
  {
    label: 'Median delay',
    help: 'Half of the packets wait no longer',
    text: (b) => figure(b.queue_delay_s.p50, 's'),
  },
  {
    label: '99 % delay',
    help: '99 % of the packets wait no longer',
    text: (b) => figure(b.queue_delay_s.p99, 's'),
  },
  {
    label: 'Empty queue',
    help: 'Share of time in which nothing waited; the line may have been sending',
    text: (b) => percent(b.idle_probability),
  },
  {
    label: 'Idle line',
    help: 'Share of time in which the link sent nothing',
    text: (b) => percent(b.line_idle_probability),
  },
  {
    label: 'Without TCP',
    help: 'Share of time without a TCP packet in the queue',
    text: (b) => percent(b.no_tcp_probability),
  },
  {
    label: 'Loss',
    help: 'Dropped of all packets that arrived, each counted as one: many small ones decide it',
    text: (b) => percent(b.loss.all),
  },
  {
    label: 'Loss of TCP',
    help: 'Dropped of the TCP data packets that arrived',
    text: (b) => percent(b.loss.tcp),
  },
  { label: 'Loss of UDP', help: 'Dropped of the UDP packets that arrived', text: (b) => percent(b.loss.udp) },
  {
    label: 'Loss of ACKs',
    help: 'Dropped of the acknowledgements that arrived',
    text: (b) => percent(b.loss.ack),
  },
];

export const groupRows: FigureRow<GroupSummary>[] = [
  { label: 'Flows', help: 'Flows of the group', text: (g) => figure(g.flows, '', 6) },
  {
    label: 'Throughput',
    help: 'Bits that left the last bottleneck',
    text: (g) => figure(g.throughput_bps, 'b/s'),
  },
  {
    label: 'Goodput',
    help: 'New data that arrived in order; when a gap is filled, what came before the window counts too',
    text: (g) => figure(g.goodput_bps, 'b/s'),
  },
  {
    label: 'Loss',
    help: 'Dropped of the packets that were dropped or got through',
    text: (g) => percent(g.loss),
  },
  {
    label: 'Access loss',
    applies: (groups) => groups.some((g) => g.access_loss !== null),
    help: 'Of the packets sent, those for which the sender’s own link had no room',
    text: (g) => percent(g.access_loss),
  },
  {
    label: 'Mean window',
    applies: anyAdapting,
    help: 'Mean congestion window',
    text: (g) => figure(g.mean_cwnd_packets, 'packets'),
  },
  {
    label: 'Timeouts',
    applies: anyAdapting,
    help: 'Retransmission timeouts',
    text: (g) => figure(g.timeouts, '', 9),
  },
  {
    label: 'Fast recoveries',
    applies: anyAdapting,
    help: 'Losses repaired without a timeout',
    text: (g) => figure(g.fast_recoveries, '', 9),
  },
  {
    label: 'Retransmissions',
    applies: anyAdapting,
    help: 'Packets sent again',
    text: (g) => figure(g.retransmissions, '', 9),
  },
  {
    label: 'Fairness',
    help: 'Jain index: 1 if all flows get the same. Flows that begin while measuring lower it, and few flows differ by seed',
    text: (g) => figure(g.jain_index, '', 3),
  },
  {
    label: 'Transfers',
    applies: anyTransfers,
    help: 'Transfers completed',
    text: (g) => figure(g.transfers?.completed, '', 9),
  },
  {
    label: '… under way',
    applies: anyTransfers,
    help: 'Transfers that have begun and are not complete; no time counts them',
    text: (g) => figure(g.transfers?.under_way, '', 9),
  },
  {
    label: '… data',
    applies: anyTransfers,
    help: 'Data of the completed transfers',
    text: (g) => figure(g.transfers?.bytes, 'B', 4),
  },
  {
    label: '… sent again',
    applies: anyTransfers,
    help: 'Packets sent again for the completed transfers',
    text: (g) => figure(g.transfers?.retransmissions, '', 9),
  },
  {
    label: 'Mean transfer',
    applies: anyTransfers,
    help: 'Mean time from the first packet of a transfer to the acknowledgement of its last',
    text: (g) => figure(g.transfers?.mean_s, 's'),
  },
  {
    label: '99 % transfer',
    applies: anyTransfers,
    help: '99 % of the transfers take no longer',
    text: (g) => figure(g.transfers?.p99_s, 's'),
  },
];

function anyAdapting(groups: GroupSummary[]): boolean {
  return groups.some((group) => group.timeouts !== null);
}

function anyTransfers(groups: GroupSummary[]): boolean {
  return groups.some((group) => group.transfers !== null);
}

/** Every link with a queue, in the order of the path; the way back of a bottleneck follows it. */
export function linksOf({ bottlenecks, edges }: Summary): LinkSummary[] {
  return [
    ...edges,
    ...bottlenecks.flatMap((link) =>
      link.reverse ? [link, { ...link.reverse, id: `${link.id} back` }] : [link],
    ),
  ];
}
