/**
 * Duration of runs of a scenario that fit a budget of wall time.
 *
 * A short run measures the speed of this computer; the link rates give the largest number of packets per simulated
 * second. Runs are always long enough for the flows to reach a steady state.
 */
import type { Scenario } from '../scenario/types';
import type { Distribution } from '../types/engine';

/** Duration and warm-up of each run, in seconds. */
export interface Length {
  duration_s: number;
  warmup_s: number;
}

/** Least number of round trips of the warm-up, and of the measured time. */
const ROUND_TRIPS = 25;
/** Packets of the run that measures the speed. */
const TRIAL_PACKETS = 400_000;

/** Returns the length of the run that measures the speed, without warm-up. */
export function trialLength(scenario: Scenario): Length {
  const duration_s = TRIAL_PACKETS / packetsPerSecond(scenario);
  // The run must contain all flows.
  const settled_s = lastStart_s(scenario) + 10 * longestRoundTrip_s(scenario);
  return { duration_s: Math.min(scenario.duration_s, duration_s + settled_s), warmup_s: 0 };
}

/** Returns the length at which `runs` runs take `budget_s` seconds of one worker with this speed. */
export function lengthFor(
  scenario: Scenario,
  { runs, budget_s, packets_per_s }: { runs: number; budget_s: number; packets_per_s: number },
): Length {
  const affordable_s = (budget_s / runs) * (packets_per_s / packetsPerSecond(scenario));
  const trips_s = ROUND_TRIPS * longestRoundTrip_s(scenario);
  const warmupLeast_s = lastStart_s(scenario) + trips_s;
  const duration_s = Math.max(affordable_s, warmupLeast_s + trips_s);
  // Runs are never longer than in the experiment.
  if (duration_s >= scenario.duration_s) return scenario;
  const warmup_s = Math.max(warmupLeast_s, duration_s / 2);
  return { duration_s: short(duration_s), warmup_s: short(warmup_s) };
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

/** Rounds to two digits. */
function short(seconds: number): number {
  return Number(seconds.toPrecision(2));
}
