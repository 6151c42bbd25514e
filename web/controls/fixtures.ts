/** A small catalog and scenario for tests of components. */
import type { Catalog, Param, Section } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import { plainLink, plainReverse } from '../scenario/testing/plainLink';

type ParamInputs = Pick<Param, 'name' | 'kind'> & Partial<Param>;

/** Returns a parameter with some values given. */
export const param = (given: ParamInputs): Param => ({
  label: given.name,
  help: `What ${given.name} means.`,
  source: null,
  unit: '',
  live: true,
  advanced: false,
  ...given,
});

const section = (id: string, params: Param[], label = id): Section => ({
  id,
  label,
  help: `What ${label} does.`,
  source: 'floyd-1993 Section 4',
  class: null,
  params,
});

const limit = (name: string, unit: Param['unit'], max: number): Param =>
  param({
    name,
    unit,
    kind: { type: 'integer', min: 1, max, log: true, nullable: true, null_label: 'other' },
  });

/** Catalog with a few sections. */
export const catalog: Catalog = {
  engine: '0.1.0',
  limits: { flows: 100_000 },
  sections: {
    scenario: section('scenario', [
      param({
        name: 'seed',
        label: 'Seed',
        live: false,
        kind: { type: 'integer', min: 0, max: 1e9, log: false, nullable: false },
      }),
    ]),
    bottleneck: section('bottleneck', [
      param({ name: 'id', label: 'Id', live: false, kind: { type: 'id' } }),
      param({
        name: 'rate_bps',
        label: 'Rate',
        unit: 'b/s',
        source: 'RFC 0',
        kind: { type: 'number', min: 1e3, max: 1e13, log: true, nullable: false },
      }),
      param({ name: 'queue', label: 'Queue', kind: { type: 'one_of', registry: 'queue' } }),
      param({
        name: 'stamp',
        label: 'Stamp',
        advanced: true,
        kind: { type: 'flag' },
      }),
    ]),
    'queue.drop_tail': section(
      'queue.drop_tail',
      [limit('limit_packets', 'packets', 1e7), limit('limit_bytes', 'B', 1e12)],
      'Drop-tail',
    ),
    'queue.red': section(
      'queue.red',
      [
        limit('limit_packets', 'packets', 1e7),
        limit('limit_bytes', 'B', 1e12),
        param({
          name: 'weight',
          label: 'Weight',
          default: 0.1,
          unit: 'ratio',
          kind: { type: 'number', min: 0, max: 1, log: true, nullable: false },
        }),
      ],
      'RED',
    ),
    'traffic.tcp': { ...section('traffic.tcp', [], 'TCP'), class: 'tcp' },
  },
  registries: { queue: ['queue.drop_tail', 'queue.red'], traffic: ['traffic.tcp'] },
  states: ['slow start', 'avoidance', 'recovery', 'timeout'],
  series: [],
  measures: [],
  warnings: [],
};

const queue = { kind: 'drop_tail', limit_packets: 100, limit_bytes: null };
const router = { kind: 'output_queued' };

/** 10 Mb/s, 80 ms, packets of 1,000 bytes: the bandwidth–delay product is 100 packets. */
export const scenario: Scenario = {
  version: 1,
  title: 'One flow',
  note: '',
  seed: 1,
  duration_s: 200,
  warmup_s: 50,
  bottlenecks: [
    {
      id: 'r0',
      label: '',
      rate_bps: 10e6,
      delay_s: 0.0399,
      queue,
      ...plainLink,
      router,
      device_packets: 0,
      reverse: { queue, ...plainReverse },
    },
  ],
  edges: [],
  groups: [
    {
      id: 'tcp',
      label: '',
      count: 1,
      direction: 'forward',
      edge: null,
      via: ['r0'],
      access: { rate_bps: 1e9, delay_s: 0.0001, limit_packets: null, limit_bytes: null },
      egress: { rate_bps: null, delay_s: 0 },
      start_s: 0,
      stop_s: null,
      schedule: [],
      traffic: { kind: 'tcp', segment_bytes: 960, header_bytes: 40 },
    },
  ],
  edits: [],
};
