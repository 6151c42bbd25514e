/** Rows of the summary: the measures that it shows, and the text of each value. Labels and help are the catalog's. */
import { figure, percent } from '../controls/quantity';
import type { Catalog } from '../engine/catalog';
import type { GroupSummary, LinkSummary, Summary } from '../engine/summary';
import { SUMMARY } from './lazyStrings';

/** A measure in the summary; `T` is what it is measured of. */
interface Row<T> {
  /** Id of the measure in the catalog. */
  measure: string;
  /** Whether the row is shown for these items; always shown if left out. Independent of the values, so that rows stay. */
  applies?(items: T[]): boolean;
  /** Value with its unit; `–` if the measure does not apply. */
  text(item: T): string;
}

/** A row with the label and the help of its measure. */
export interface StatisticRow<T> extends Row<T> {
  label: string;
  help: string;
}

const LINK_ROWS: readonly Row<LinkSummary>[] = [
  { measure: 'utilization', text: (link) => percent(link.utilization, 4) },
  { measure: 'throughput_bps', text: (link) => figure(link.throughput_bps, 'b/s') },
  { measure: 'mean_queue_packets', text: (link) => figure(link.mean_queue_packets, 'packets') },
  { measure: 'mean_queue_bytes', text: (link) => figure(link.mean_queue_bytes, 'B') },
  { measure: 'max_queue_packets', text: (link) => figure(link.max_queue_packets, 'packets', 6) },
  { measure: 'max_queue_bytes', text: (link) => figure(link.max_queue_bytes, 'B', 4) },
  { measure: 'queue_delay_s.mean', text: (link) => figure(link.queue_delay_s.mean, 's') },
  { measure: 'queue_delay_s.p50', text: (link) => figure(link.queue_delay_s.p50, 's') },
  { measure: 'queue_delay_s.p99', text: (link) => figure(link.queue_delay_s.p99, 's') },
  { measure: 'idle_probability', text: (link) => percent(link.idle_probability) },
  { measure: 'line_idle_probability', text: (link) => percent(link.line_idle_probability) },
  { measure: 'no_tcp_probability', text: (link) => percent(link.no_tcp_probability) },
  { measure: 'loss.all', text: (link) => percent(link.loss.all) },
  { measure: 'loss.tcp', text: (link) => percent(link.loss.tcp) },
  { measure: 'loss.udp', text: (link) => percent(link.loss.udp) },
  { measure: 'loss.ack', text: (link) => percent(link.loss.ack) },
];

const GROUP_ROWS: readonly Row<GroupSummary>[] = [
  { measure: 'flows', text: (group) => figure(group.flows, '', 6) },
  { measure: 'throughput_bps', text: (group) => figure(group.throughput_bps, 'b/s') },
  { measure: 'goodput_bps', text: (group) => figure(group.goodput_bps, 'b/s') },
  { measure: 'loss', text: (group) => percent(group.loss) },
  {
    measure: 'access_loss',
    applies: (groups) => groups.some((group) => group.access_loss !== null),
    text: (group) => percent(group.access_loss),
  },
  {
    measure: 'mean_cwnd_packets',
    applies: anyTcp,
    text: (group) => figure(group.mean_cwnd_packets, 'packets'),
  },
  { measure: 'timeouts', applies: anyTcp, text: (group) => figure(group.timeouts, '', 9) },
  { measure: 'fast_recoveries', applies: anyTcp, text: (group) => figure(group.fast_recoveries, '', 9) },
  { measure: 'retransmissions', applies: anyTcp, text: (group) => figure(group.retransmissions, '', 9) },
  { measure: 'jain_index', text: (group) => figure(group.jain_index, '', 3) },
  {
    measure: 'transfers.completed',
    applies: anyTransfers,
    text: (group) => figure(group.transfers?.completed, '', 9),
  },
  {
    measure: 'transfers.under_way',
    applies: anyTransfers,
    text: (group) => figure(group.transfers?.under_way, '', 9),
  },
  {
    measure: 'transfers.bytes',
    applies: anyTransfers,
    text: (group) => figure(group.transfers?.bytes, 'B', 4),
  },
  {
    measure: 'transfers.retransmissions',
    applies: anyTransfers,
    text: (group) => figure(group.transfers?.retransmissions, '', 9),
  },
  {
    measure: 'transfers.mean_s',
    applies: anyTransfers,
    text: (group) => figure(group.transfers?.mean_s, 's'),
  },
  { measure: 'transfers.p99_s', applies: anyTransfers, text: (group) => figure(group.transfers?.p99_s, 's') },
];

function anyTcp(groups: GroupSummary[]): boolean {
  return groups.some((group) => group.timeouts !== null);
}

function anyTransfers(groups: GroupSummary[]): boolean {
  return groups.some((group) => group.transfers !== null);
}

type Measures = Pick<Catalog, 'measures'>;

/** Returns the rows of these links. */
export function linkRows(catalog: Measures, links: LinkSummary[]): StatisticRow<LinkSummary>[] {
  return shown(catalog, 'link', LINK_ROWS, links);
}

/** Returns the rows of these groups. */
export function groupRows(catalog: Measures, groups: GroupSummary[]): StatisticRow<GroupSummary>[] {
  return shown(catalog, 'group', GROUP_ROWS, groups);
}

function shown<T>(
  { measures }: Measures,
  of: 'link' | 'group',
  rows: readonly Row<T>[],
  items: T[],
): StatisticRow<T>[] {
  return rows
    .filter((row) => row.applies?.(items) ?? true)
    .map((row) => {
      const about = measures.find((measure) => measure.of === of && measure.id === row.measure);
      const { label, help } = about ?? (row.measure === 'flows' ? FLOWS : { label: row.measure, help: '' });
      return { ...row, label, help };
    });
}

/** The number of flows is a parameter and no measure. */
const FLOWS = { label: SUMMARY.flows, help: SUMMARY.flowsHelp };

/** Returns all links with a queue in the order of the path; a bottleneck's reverse path follows it. */
export function linksOf({ bottlenecks, edges }: Summary): LinkSummary[] {
  return [
    ...edges,
    ...bottlenecks.flatMap((link) =>
      link.reverse ? [link, { ...link.reverse, id: SUMMARY.reverse(link.id) }] : [link],
    ),
  ];
}
