/** The rows of the summary: each figure's name, what it means, and its text. */
import type { BottleneckSummary, GroupSummary } from '../engine/summary';
import { figure, percent } from '../controls/quantity';

export interface FigureRow<T> {
  label: string;
  help: string;
  /** `–` where the figure does not apply. */
  text(item: T): string;
}

export const bottleneckRows: FigureRow<BottleneckSummary>[] = [
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
  { label: 'Largest queue', help: 'Most bytes that waited', text: (b) => figure(b.max_queue_bytes, 'B', 4) },
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
  { label: 'Empty', help: 'Share of time with an empty queue', text: (b) => percent(b.idle_probability) },
  {
    label: 'Without TCP',
    help: 'Share of time without a TCP packet in the queue',
    text: (b) => percent(b.no_tcp_probability),
  },
  { label: 'Loss', help: 'Dropped of all packets that arrived', text: (b) => percent(b.loss.all) },
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
  { label: 'Goodput', help: 'New data that arrived in order', text: (g) => figure(g.goodput_bps, 'b/s') },
  { label: 'Loss', help: 'Dropped of the packets sent', text: (g) => percent(g.loss) },
  {
    label: 'Mean window',
    help: 'Mean congestion window',
    text: (g) => figure(g.mean_cwnd_packets, 'packets'),
  },
  { label: 'Timeouts', help: 'Retransmission timeouts', text: (g) => figure(g.timeouts, '', 9) },
  {
    label: 'Fast recoveries',
    help: 'Losses repaired without a timeout',
    text: (g) => figure(g.fast_recoveries, '', 9),
  },
  {
    label: 'Fairness',
    help: 'Jain index: 1 if all flows get the same',
    text: (g) => figure(g.jain_index, '', 3),
  },
  { label: 'Transfers', help: 'Transfers completed', text: (g) => figure(g.transfers?.completed, '', 9) },
  { label: 'Mean transfer', help: 'Mean time of a transfer', text: (g) => figure(g.transfers?.mean_s, 's') },
  {
    label: '99 % transfer',
    help: '99 % of the transfers take no longer',
    text: (g) => figure(g.transfers?.p99_s, 's'),
  },
];
