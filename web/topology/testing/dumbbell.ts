/** Small scenarios for tests: complete, as the engine would give them. */
import type { Layout } from '../../engine/protocol';
import type { Bottleneck, Edge, Group, Scenario } from '../../scenario/types';
import { plainLink, plainReverse } from '../../scenario/testing/plainLink';

export function bottleneck(id: string, fields: Partial<Bottleneck> = {}): Bottleneck {
  const queue = { kind: 'drop_tail', limit_packets: 100, limit_bytes: null };
  const reverse = {
    queue: { ...queue, limit_packets: 1_000_000 },
    ...plainReverse,
  };
  const router = { kind: 'output_queued' };
  return {
    id,
    label: '',
    rate_bps: 1e7,
    delay_s: 0.04,
    queue,
    ...plainLink,
    device_packets: 0,
    router,
    reverse,
    ...fields,
  };
}

export function edge(id: string, fields: Partial<Edge> = {}): Edge {
  const queue = { kind: 'drop_tail', limit_packets: 1_000_000, limit_bytes: null };
  return {
    id,
    label: '',
    rate_bps: 1e9,
    delay_s: 0.001,
    side: 'left',
    queue,
    ...plainLink,
    ...fields,
  };
}

export function group(id: string, fields: Partial<Group> = {}): Group {
  return {
    id,
    label: '',
    count: 1,
    direction: 'forward',
    edge: null,
    via: null,
    access: { rate_bps: 1e9, delay_s: 0.005, limit_packets: null, limit_bytes: null },
    egress: { rate_bps: null, delay_s: 0 },
    start_s: 0,
    stop_s: null,
    schedule: [],
    traffic: { kind: 'tcp' },
    ...fields,
  };
}

export function udp(id: string, fields: Partial<Group> = {}): Group {
  return group(id, { traffic: { kind: 'poisson', rate_bps: 5e5, packet_bytes: 200 }, ...fields });
}

/** One bottleneck r0, one TCP group. */
export function dumbbell(fields: Partial<Scenario> = {}): Scenario {
  return {
    version: 1,
    title: '',
    note: '',
    seed: 1,
    duration_s: 100,
    warmup_s: 0,
    bottlenecks: [bottleneck('r0')],
    edges: [],
    groups: [group('tcp')],
    edits: [],
    ...fields,
  };
}

/** Bottlenecks r0, r1, r2. */
export function row(groups: Group[], edges: Edge[] = []): Scenario {
  return dumbbell({ bottlenecks: ['r0', 'r1', 'r2'].map((id) => bottleneck(id)), groups, edges });
}

/** The layout of a scenario's frames, without series. */
export function layoutOf(scenario: Scenario): Layout {
  const link = (id: string) => ({
    id,
    label: id,
    rate_bps: 1e7,
    delay_s: 0,
    limit_packets: 100,
    limit_bytes: null,
  });
  return {
    links: [
      ...scenario.bottlenecks.flatMap(({ id }) => [link(id), link(`${id}:reverse`)]),
      ...scenario.edges.map(({ id }) => link(`edge:${id}`)),
    ],
    groups: scenario.groups.map(({ id, count, direction, traffic }) => ({
      id,
      label: id,
      kind: traffic.kind === 'tcp' ? 'tcp' : 'udp',
      direction,
      count,
      first_flow: 0,
    })),
    flows: [],
    series: [],
    links_without_groups: [],
  };
}
