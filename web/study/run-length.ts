/**
 * How long a run of a scenario may be simulated for, if many are to be done within a minute.
 *
 * A short run tells how fast this machine is; the rate of the links, how many packets a simulated second holds at most.
 * Shorter than the flows need to settle no run is made, however little time there is.
 */
import type { Scenario } from '../scenario/types';
import type { Distribution } from '../types/engine';

/** Length and warm-up of each run, seconds. */
export interface Length {
  duration_s: number;
  warmup_s: number;
}

/** Round trips that a run leaves out at least, and measures at least. */
const ROUND_TRIPS = 25;
/** Packets of the run that measures the machine. */
const TRIAL_PACKETS = 400_000;

/** The run that measures the machine: nothing is left out of it. */
export function trialLength(scenario: Scenario): Length {
  const duration_s = TRIAL_PACKETS / packetsPerSecond(scenario);
  // Flows that come later would not be there to be measured.
  const settled_s = lastStart_s(scenario) + 10 * longestRoundTrip_s(scenario);
  return { duration_s: Math.min(scenario.duration_s, duration_s + settled_s), warmup_s: 0 };
}

/** The length of each run, so that `runs` of them take `budget_s` of one worker that forwards so many packets a second. */
export function lengthFor(
  scenario: Scenario,
  { runs, budget_s, packets_per_s }: { runs: number; budget_s: number; packets_per_s: number },
): Length {
  const affordable_s = (budget_s / runs) * (packets_per_s / packetsPerSecond(scenario));
  const trips_s = ROUND_TRIPS * longestRoundTrip_s(scenario);
  const warmupLeast_s = lastStart_s(scenario) + trips_s;
  const duration_s = Math.max(affordable_s, warmupLeast_s + trips_s);
  // The experiment's own length is long enough for whoever made it.
  if (duration_s >= scenario.duration_s) return scenario;
  const warmup_s = Math.max(warmupLeast_s, duration_s / 2);
  return { duration_s: short(duration_s), warmup_s: short(warmup_s) };
}

/** Packets that links with queues can forward in a second. */
export function packetsPerSecond({ bottlenecks }: Scenario): number {
  return bottlenecks.reduce((sum, { rate_bps }) => sum + rate_bps / (8 * PACKET_BYTES), 0);
}

/** Roughly; the measured speed is in packets too, so that it matters little. */
const PACKET_BYTES = 1250;

function longestRoundTrip_s({ bottlenecks, edges, groups }: Scenario): number {
  const shared = [...bottlenecks, ...edges].reduce((sum, { delay_s }) => sum + delay_s, 0);
  const own = groups.map(({ access, egress }) => most(access.delay_s) + most(egress.delay_s));
  return 2 * (shared + Math.max(0, ...own));
}

function lastStart_s({ groups }: Scenario): number {
  return Math.max(0, ...groups.map(({ start_s }) => most(start_s)));
}

/** The largest value, or what few exceed. */
function most(distribution: Distribution): number {
  if (typeof distribution === 'number') return distribution;
  if ('uniform' in distribution) return Math.max(...distribution.uniform);
  if ('exponential' in distribution) return 3 * distribution.exponential;
  if ('pareto' in distribution) return 3 * distribution.pareto[0];
  if ('bimodal' in distribution) return Math.max(distribution.bimodal[0], distribution.bimodal[1]);
  return Math.max(...distribution.list);
}

/** Two digits. */
function short(seconds: number): number {
  return Number(seconds.toPrecision(2));
}
