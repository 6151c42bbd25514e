/** Length of the run that measures the speed of this computer, before a search. */
import type { Scenario } from '../scenario/types';
import type { Distribution } from '../types/engine';

/** Duration and warm-up of each run, in seconds. */
export interface Length {
  duration_s: number;
  warmup_s: number;
}

/** Packets of the run that measures the speed. */
const TRIAL_PACKETS = 400_000;

/** Returns the length of the run that measures the speed, without warm-up. */
export function trialLength(scenario: Scenario): Length {
  const duration_s = TRIAL_PACKETS / packetsPerSecond(scenario);
  // The run must contain all flows.
  const settled_s = lastStart_s(scenario) + 10 * longestRoundTrip_s(scenario);
  return { duration_s: Math.min(scenario.duration_s, duration_s + settled_s), warmup_s: 0 };
}

/** Returns the packets per second that all bottlenecks together can forward. */
export function packetsPerSecond({ bottlenecks }: Scenario): number {
  return bottlenecks.reduce((sum, { rate_bps }) => sum + rate_bps / (8 * PACKET_BYTES), 0);
}

/** Assumed packet size; the measured speed is in packets too, so that its error cancels. */
const PACKET_BYTES = 1250;

function longestRoundTrip_s({ bottlenecks, edges, groups }: Scenario): number {
  const shared = [...bottlenecks, ...edges].reduce((sum, { delay_s }) => sum + delay_s, 0);
  const own = groups.map(({ access, egress }) => most(access.delay_s) + most(egress.delay_s));
  return 2 * (shared + Math.max(0, ...own));
}

function lastStart_s({ groups }: Scenario): number {
  return Math.max(0, ...groups.map(({ start_s }) => most(start_s)));
}

/** Returns the largest value of a distribution, or one that few samples exceed. */
function most(distribution: Distribution): number {
  if (typeof distribution === 'number') return distribution;
  if ('uniform' in distribution) return Math.max(...distribution.uniform);
  if ('exponential' in distribution) return 3 * distribution.exponential;
  if ('pareto' in distribution) return 3 * distribution.pareto[0];
  if ('bimodal' in distribution) return Math.max(distribution.bimodal[0], distribution.bimodal[1]);
  return Math.max(...distribution.list);
}
