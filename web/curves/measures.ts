/** What a sweep can show of each run: figures of its summary, by their paths. */
import type { Quantity } from '../charts/format';
import { valueAt } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import type { CaseLine } from '../types/engine';

export interface Measure {
  /** In the summary: `bottlenecks.r0.loss.udp`. */
  path: string;
  label: string;
  /** What it belongs to. */
  owner: string;
  quantity: Quantity;
  /** The class of packets it is about, whose colour it has; null for all. */
  of: 'tcp' | 'udp' | 'ack' | null;
}

export function measuresOf({ bottlenecks, groups }: Scenario): Measure[] {
  return [
    ...bottlenecks.flatMap(({ id }) => of(`bottlenecks.${id}`, `Bottleneck ${id}`, OF_LINKS)),
    ...groups.flatMap(({ id, label }) => of(`groups.${id}`, `Group ${label || id}`, OF_GROUPS)),
  ];
}

/** The figure of one run; null where it failed or has none. */
export function measured(line: CaseLine, { path }: Measure): number | null {
  const value = 'summary' in line ? valueAt(line.summary, path) : null;
  return typeof value === 'number' ? value : null;
}

type Row = [name: string, label: string, quantity: Quantity, of?: Measure['of']];

const OF_LINKS: Row[] = [
  ['utilization', 'Utilisation', 'ratio'],
  ['loss.all', 'Loss', 'ratio'],
  ['loss.tcp', 'Loss of TCP', 'ratio', 'tcp'],
  ['loss.udp', 'Loss of UDP', 'ratio', 'udp'],
  ['throughput_bps', 'Throughput', 'b/s'],
  ['mean_queue_packets', 'Mean queue', 'packets'],
  ['mean_queue_bytes', 'Mean queue in bytes', 'B'],
  ['queue_delay_s.mean', 'Mean delay', 's'],
  ['queue_delay_s.p99', '99 % delay', 's'],
  ['idle_probability', 'Time empty', 'ratio'],
];

// Counts have no unit, as drops have none.
const OF_GROUPS: Row[] = [
  ['goodput_bps', 'Goodput', 'b/s'],
  ['loss', 'Loss', 'ratio'],
  ['mean_cwnd_packets', 'Mean window', 'packets'],
  ['timeouts', 'Timeouts', 'drops'],
  ['jain_index', 'Fairness (Jain)', 'drops'],
  ['transfers.mean_s', 'Mean transfer', 's'],
];

function of(path: string, owner: string, rows: Row[]): Measure[] {
  return rows.map(([name, label, quantity, about = null]) => ({
    path: `${path}.${name}`,
    label,
    owner,
    quantity,
    of: about,
  }));
}
