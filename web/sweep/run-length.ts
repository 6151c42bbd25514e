/**
 * Duration of runs of a scenario that fit a budget of wall time.
 *
 * A short run measures the speed of this computer; the link rates give the largest number of packets per simulated
 * second. Runs have at least some round trips before and during the measurement. That is not always enough for congestion
 * windows to settle; `settlingTime_s` estimates when it is.
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

/** Sawtooth periods after which the first overshoot of slow start no longer shows in the means (about a tenth of it remains). */
const PERIODS = 3;

/**
 * Estimates the time until the congestion windows of all TCP flows have settled, in seconds from the start of the run.
 *
 * After slow start a window needs some periods of its controller: W/2 round trips for Reno, K = ∛(0.3 W / 0.4) seconds for
 * CUBIC (RFC 9438, Section 4.2), and ten seconds for BBR's probes of the round trip. W is the share of a flow of the
 * bandwidth–delay product.
 */
export function settlingTime_s(scenario: Scenario): number {
  const trip_s = longestRoundTrip_s(scenario);
  const tcp = scenario.groups.filter(({ traffic }) => traffic.kind === 'tcp');
  const flows = Math.max(
    1,
    tcp.reduce((sum, { count }) => sum + count, 0),
  );
  const rate_bps = Math.min(...scenario.bottlenecks.map((bottleneck) => bottleneck.rate_bps));
  const window = (rate_bps * trip_s) / (8 * PACKET_BYTES) / flows;
  const periods_s = tcp.map(({ traffic }) => {
    const controller = (traffic as { congestion_control?: { kind?: string } }).congestion_control?.kind ?? '';
    if (controller.startsWith('bbr')) return PROBE_RTT_S;
    if (controller === 'cubic') return Math.cbrt((0.3 * window) / 0.4);
    return (window / 2) * trip_s;
  });
  const periods = PERIODS * Math.max(0, ...periods_s);
  return lastStart_s(scenario) + Math.max(ROUND_TRIPS * trip_s, periods);
}

/** Interval of BBR's probes of the round trip, in seconds. */
const PROBE_RTT_S = 10;

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
