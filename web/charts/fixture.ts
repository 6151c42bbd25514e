/** Test data: a small run with two groups over one link. */
import type { Param, Unit } from '../engine/catalog';
import { delaysOf, type Frame, type Layout, type LinkInfo, type SeriesInfo } from '../engine/protocol';
import type { Scenario } from '../scenario/types';
import type { Scene } from './chart';
import { chosenLink } from './scene';
import { plainLink, plainReverse } from '../scenario/testing/plainLink';

interface Options {
  /** Whether the first link has a queue with gauges in all units. */
  gauges?: boolean;
  udp?: boolean;
  limit_bytes?: number | null;
  flows?: number[];
}

/** Names of the states of senders; the last is a state of a controller. */
export const STATE_NAMES = ['slow start', 'avoidance', 'recovery', 'timeout', 'probe up'];

/** Returns the scene of a run with this layout. */
export function sceneOf(layout: Layout | null): Scene {
  const link = chosenLink(layout, null);
  return {
    layout,
    link,
    document: null,
    current: null,
    catalog: null,
    ...(layout?.series.some(({ quantity }) => quantity.startsWith('gauge.')) && inside),
    states: STATE_NAMES,
    group: null,
    logarithmic: new Set(),
    byGroup: new Set(),
  };
}

const gauge = (name: string, label: string, unit: Unit) =>
  ({ id: `gauge.all.${name}`, of: 'link', unit, shape: 'level', label, help: `What ${name} is.` }) as const;

/** Gauges of an invented queue: one or two in each unit. */
const GAUGES = [
  gauge('sojourn_s', 'Sojourn', 's'),
  gauge('average_packets', 'Average queue', 'packets'),
  gauge('limit_packets', 'Limit', 'packets'),
  gauge('limit_bytes', 'Limit', 'B'),
  gauge('longest_bytes', 'Longest', 'B'),
  gauge('rate_bps', 'Rate', 'b/s'),
  gauge('probability', 'L4S probability', 'ratio'),
  gauge('active', 'Active', 'flows'),
  gauge('matched', 'Matched', ''),
];

const param = (name: string, label: string, unit: Unit, gauged?: true): Param => ({
  name,
  label,
  unit,
  help: '',
  source: null,
  kind: { type: 'flag' },
  live: true,
  advanced: false,
  ...(gauged && { gauged }),
});

const queue = { kind: 'all', limit_packets: 100, limit_bytes: null, target_s: 0.005, interval_s: 0.1 };

/** Catalog and scenario of a run with the invented queue. */
export const inside = {
  catalog: {
    series: GAUGES,
    sections: {
      'queue.all': {
        id: 'queue.all',
        label: 'All',
        help: '',
        source: null,
        class: null,
        params: [param('target_s', 'Target', 's', true), param('interval_s', 'Interval', 's')],
      },
    },
  },
  current: scenarioWith(queue),
  document: scenarioWith(queue),
};

/** Returns a scenario with one bottleneck that has this queue. */
export function scenarioWith(
  queue: Scenario['bottlenecks'][number]['queue'],
  edits: Scenario['edits'] = [],
): Scenario {
  const router = { kind: 'output_queued' };
  const link = { id: 'r0', label: '', rate_bps: 1e7, delay_s: 0.04, router, ...plainLink, device_packets: 0 };
  const reverse = {
    ...plainReverse,
    queue: { kind: 'drop_tail', limit_packets: 100, limit_bytes: null },
  };
  const rest = { version: 1 as const, title: '', note: '', seed: 1, duration_s: 60, warmup_s: 0, groups: [] };
  return { ...rest, bottlenecks: [{ ...link, queue, reverse }], edges: [], edits };
}

const LEVELS_OF_LINK = 'queue_packets queue_bytes';
const LINES_OF_LINK =
  'queue_tcp_bytes queue_udp_bytes queue_ack_bytes queue_tcp_packets queue_udp_packets queue_ack_packets ' +
  'utilization loss_tcp loss_udp loss_ack drops_tcp drops_udp drops_ack';

/** Returns the layout of a run with the groups `tcp` and, optionally, `udp`. */
export function layoutOf({ gauges, udp = false, limit_bytes = null, flows = [0] }: Options = {}): Layout {
  const link = (id: string): LinkInfo => ({
    id,
    label: id.replace(':', ', '),
    rate_bps: 10e6,
    delay_s: 0.04,
    limit_packets: limit_bytes === null ? 100 : null,
    limit_bytes,
  });
  const series: SeriesInfo[] = [];
  const add = (of: SeriesInfo['of'], owner: string, names: string, shape: SeriesInfo['shape']): void => {
    for (const quantity of names.split(' ')) {
      const start = of === 'link_group' ? 'link' : of;
      series.push({ id: `${start}.${owner}.${quantity}`, of, owner, quantity, unit: '', shape });
    }
  };
  for (const id of ['r0', 'r0:reverse']) {
    add('link', id, LEVELS_OF_LINK, 'level');
    add('link', id, LINES_OF_LINK, 'line');
  }
  if (gauges) add('link', 'r0', GAUGES.map(({ id }) => id).join(' '), 'level');
  const tcp = {
    id: 'tcp',
    label: 'tcp',
    kind: 'tcp',
    direction: 'forward',
    count: 2,
    first_flow: 0,
  } as const;
  const other = {
    id: 'udp',
    label: 'udp',
    kind: 'udp',
    direction: 'forward',
    count: 1,
    first_flow: 2,
  } as const;
  const groups = udp ? [tcp, other] : [tcp];
  for (const { id, kind } of groups) {
    add('group', id, 'throughput_bps delay_s', 'line');
    if (kind === 'tcp') add('group', id, 'mean_cwnd_packets', 'band');
    if (kind === 'tcp') add('group', id, 'rtt_s', 'line');
    add('link_group', `r0.group.${id}`, 'queue_bytes queue_packets', 'line');
  }
  for (const flow of flows) {
    add('flow', String(flow), 'cwnd_packets rtt_s delay_s rto_s pacing_bps', 'band');
    add('flow', String(flow), 'ssthresh_packets state timeouts', 'line');
  }
  return {
    links: [link('r0'), link('r0:reverse')],
    groups,
    flows: flows.map((flow) => ({ flow, group: 'tcp', index: flow })),
    series,
    links_without_groups: [],
  };
}

/** Returns a frame of `layout` over [0, 10] s. Series in `values` have these values; all others are `other`. */
export function frameOf(
  layout: Layout,
  values: Record<string, { lo?: number[]; hi: number[]; mean?: number[] }>,
  columns = 4,
  other = NaN,
): Frame {
  const data: number[] = [];
  for (const { id, shape } of layout.series) {
    const blank = Array.from({ length: columns }, () => other);
    const hi = values[id]?.hi ?? blank;
    if (shape !== 'line') data.push(...(values[id]?.lo ?? hi));
    data.push(...hi);
    if (shape === 'level') data.push(...(values[id]?.mean ?? hi));
  }
  return {
    type: 'frame',
    run: 1,
    t_s: 10,
    playing: true,
    ended: false,
    seeking: false,
    speed: 1,
    t0_s: 0,
    t1_s: 10,
    columns,
    series: layout.series.map(({ id, shape }) => ({ id, shape })),
    data: Float32Array.from(data),
    now: new Float64Array(),
    histograms: [...layout.links.map(({ id }) => id), ...layout.groups.map(({ id }) => delaysOf(id))],
    histogram: new Float32Array(65 * (layout.links.length + layout.groups.length)),
    counted: layout.flows.map(({ flow }) => `flow.${flow}.timeouts`),
    counts: new Uint16Array(),
    marks: new Float64Array(),
    crowded: false,
    marks_from_s: 0,
  };
}
