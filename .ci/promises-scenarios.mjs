/**
 * Scenarios that name every kind of every registry, one each, and a few with the other sections of the format.
 */

/** @typedef {Record<string, unknown>} Fields */
/** @typedef {import('./docs-reference.mjs').Catalog} Catalog */

/** Path of a field that takes each kind of a registry. */
const PLACES = new Map([
  ['congestion_control', ['groups', 0, 'traffic', 'congestion_control']],
  ['line', ['bottlenecks', 0, 'line']],
  ['pacer', ['bottlenecks', 0, 'pacer']],
  ['pacing', ['groups', 0, 'traffic', 'pacing']],
  ['policer', ['bottlenecks', 0, 'policer']],
  ['queue', ['bottlenecks', 0, 'queue']],
  ['router', ['bottlenecks', 0, 'router']],
  ['service', ['bottlenecks', 0, 'service']],
  ['traffic', ['groups', 1, 'traffic']],
  ['workload', ['groups', 0, 'traffic', 'workload']],
]);

/** Reference to a trace file. */
const FILE = { name: 'trace.txt', sha256: '0'.repeat(64) };

/**
 * Returns the scenarios by their names. Those in whose name is “file” refer to a trace file, and cannot be run without it.
 *
 * @param {Catalog} catalog
 * @returns {Record<string, Fields>}
 */
export function scenariosOfEveryKind(catalog) {
  /** @type {Record<string, Fields>} */
  const scenarios = Object.fromEntries(Object.entries(OTHERS).map(([name, make]) => [name, make()]));
  for (const [registry, ids] of Object.entries(catalog.registries)) {
    if (registry === 'model') continue;
    const place = PLACES.get(registry);
    if (place === undefined)
      throw new Error(`Name the field that takes a ${registry} in .ci/promises-scenarios.mjs.`);
    for (const id of ids) {
      const params = catalog.sections[id]?.params ?? [];
      const required = params.filter((param) => param.default === undefined).map(({ name }) => name);
      const unknown = required.filter((name) => name !== 'rate_bps');
      if (unknown.length > 0) throw new Error(`${id} has no default of ${unknown.join(', ')}.`);
      const kind = {
        kind: id.slice(registry.length + 1),
        ...(required.length > 0 && { rate_bps: 500_000 }),
        ...(registry === 'queue' && { limit_packets: 30 }),
      };
      scenarios[id] = withKind(place, kind);
      for (const { name, kind: type } of params)
        if ('section' in type && type.section.startsWith('trace.'))
          scenarios[`${id}, ${name} from a file`] = withKind(place, { ...kind, [name]: FILE });
    }
  }
  return scenarios;
}

/** @type {Record<string, () => Fields>} scenarios with sections that are no kinds */
const OTHERS = {
  'groups of both directions with egress, edge and schedule': () => ({
    ...base(),
    groups: [
      {
        id: 'left',
        label: 'Left',
        count: 3,
        edge: 'left',
        via: ['r0'],
        access: { rate_bps: 50e6, delay_s: { uniform: [0.001, 0.004] } },
        egress: { rate_bps: 20e6, delay_s: 0.003 },
        start_s: { exponential: 0.1 },
        stop_s: 1.5,
        traffic: { kind: 'tcp' },
      },
      {
        id: 'right',
        direction: 'reverse',
        access: { rate_bps: 50e6, delay_s: 0.002 },
        schedule: [
          { at_s: 0, flows: 1 },
          { at_s: 1, flows: 4 },
        ],
        traffic: { kind: 'tcp', recovery: 'rack', ecn: 'classic' },
      },
    ],
  }),
  'a reverse path with its own queue': () => {
    const scenario = base();
    const [bottleneck] = /** @type {Fields[]} */ (scenario.bottlenecks);
    const reverse = { rate_bps: 300_000, queue: { kind: 'codel', limit_packets: 20 }, ack_filter: true };
    return { ...scenario, bottlenecks: [{ ...bottleneck, reverse }] };
  },
  'edits while the run goes on': () => ({
    ...base(),
    title: 'Edits',
    note: 'They change a limit, a kind and a group.',
    edits: [
      { at_s: 0.5, set: [{ path: 'bottlenecks.r0.queue.limit_packets', value: 10 }] },
      { at_s: 1, set: [{ path: 'bottlenecks.r0.queue', value: { kind: 'pie', limit_packets: 40 } }] },
      { at_s: 1.5, set: [{ path: 'groups.udp.traffic.rate_bps', value: 1e6 }] },
    ],
  }),
  'quantities with units': () => ({
    version: 1,
    duration_s: '2 s',
    warmup_s: '500 ms',
    bottlenecks: [
      { id: 'r0', rate_bps: '5 Mb/s', delay_s: '10 ms', queue: { kind: 'drop_tail', limit_packets: 30 } },
    ],
    groups: [{ id: 'tcp', access: { rate_bps: '50 Mb/s', delay_s: '2 ms' }, traffic: { kind: 'tcp' } }],
  }),
};

/** @returns {Fields} */
function base() {
  return {
    version: 1,
    seed: 1,
    duration_s: 2,
    warmup_s: 0.5,
    bottlenecks: [
      { id: 'r0', rate_bps: 5e6, delay_s: 0.01, queue: { kind: 'drop_tail', limit_packets: 30 } },
    ],
    edges: [{ id: 'left', side: 'left', rate_bps: 50e6, delay_s: 0.001 }],
    groups: [
      {
        id: 'tcp',
        count: 2,
        access: { rate_bps: 50e6, delay_s: 0.002 },
        traffic: { kind: 'tcp', recovery: 'sack' },
      },
      { id: 'udp', access: { rate_bps: 50e6, delay_s: 0.002 }, traffic: { kind: 'poisson', rate_bps: 5e5 } },
    ],
  };
}

/**
 * @param {readonly (string | number)[]} place
 * @param {Fields} kind
 */
function withKind(place, kind) {
  const scenario = base();
  const last = place.at(-1) ?? '';
  /** @type {Record<string | number, unknown>} */
  let owner = scenario;
  for (const step of place.slice(0, -1)) owner = /** @type {typeof owner} */ (owner[step]);
  owner[last] = kind;
  return scenario;
}
