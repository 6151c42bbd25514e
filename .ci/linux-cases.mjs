/**
 * The cases that real senders of Linux run (`npm run linux`), and their scenarios.
 *
 * `engine/core/tests/reference_linux.rs` simulates the same ones.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';

/**
 * Groups of flows over one drop-tail queue.
 *
 * @typedef {object} Case
 * @property {string[]} controllers of the groups, by their names in scenarios
 * @property {number} flows of each group
 * @property {number} rate_mbps
 * @property {number} rtt_ms round trip without queueing
 * @property {number} buffer_bdp buffer, as a multiple of rate times round trip
 */

/**
 * @typedef {object} Path what is changed of the scenario in `path.json`
 * @property {[{ rate_bps: number; delay_s: number; queue: { limit_packets: number } }]} bottlenecks
 * @property {[{ id: string; count?: number; traffic: object }]} groups
 *
 * @typedef {Omit<Path, 'groups'> & { groups: Path['groups'][number][]; seed: number; warmup_s: number; duration_s: number }} Scenario
 */

/** Folder of the measured rows. */
export const folder = join(root, 'tests', 'reference', 'linux');

/** Size of full packets, bytes. */
const PACKET_BYTES = 1500;

/** One-way delay of the access link in each direction, ms. */
const ACCESS_MS = 1;

const CONTROLLERS = ['reno', 'cubic', 'bbr1'];
const PAIRS = [
  ['reno', 'cubic'],
  ['cubic', 'bbr1'],
  ['reno', 'bbr1'],
];
const BUFFERS = [0.25, 1, 4];

/** All cases. Those with two groups last longer, since their shares need minutes to settle. */
export const CASES = [...alone(), ...pairs()];

/** @returns {Generator<Case>} */
function* alone() {
  for (const controller of CONTROLLERS)
    for (const flows of [1, 2, 4, 10])
      for (const rate_mbps of [10, 20])
        for (const rtt_ms of [20, 40, 100])
          for (const buffer_bdp of BUFFERS)
            yield { controllers: [controller], flows, rate_mbps, rtt_ms, buffer_bdp };
}

/** @returns {Generator<Case>} */
function* pairs() {
  for (const controllers of PAIRS)
    for (const flows of [1, 4])
      for (const rate_mbps of [10, 20])
        for (const buffer_bdp of BUFFERS) yield { controllers, flows, rate_mbps, rtt_ms: 40, buffer_bdp };
}

/**
 * Returns the columns that name a case.
 *
 * @param {Case} row
 */
export function nameOf({ controllers, flows, rate_mbps, rtt_ms, buffer_bdp }) {
  return [controllers.join('+'), flows, rate_mbps, rtt_ms, buffer_bdp].join(',');
}

/**
 * Returns the scenario of a case.
 *
 * @param {Case} row
 * @param {number} seed
 * @returns {Scenario}
 */
export function scenarioOf({ controllers, flows, rate_mbps, rtt_ms, buffer_bdp }, seed) {
  /** @type {Path} */
  const scenario = JSON.parse(readFileSync(join(folder, 'path.json'), 'utf8'));
  const [bottleneck] = scenario.bottlenecks;
  bottleneck.rate_bps = rate_mbps * 1e6;
  bottleneck.delay_s = (rtt_ms / 2 - ACCESS_MS) / 1000;
  const bdp_packets = (rate_mbps * 1000 * rtt_ms) / 8 / PACKET_BYTES;
  bottleneck.queue.limit_packets = Math.round(buffer_bdp * bdp_packets);
  const [group] = scenario.groups;
  const groups = controllers.map((controller) => ({
    ...group,
    id: controller,
    count: flows,
    traffic: { ...group.traffic, congestion_control: controller },
  }));
  const times =
    controllers.length === 1 ? { warmup_s: 15, duration_s: 60 } : { warmup_s: 40, duration_s: 120 };
  return { ...scenario, groups, seed, ...times };
}
