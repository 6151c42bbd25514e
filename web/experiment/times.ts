/**
 * Times of an experiment: starts, warm-up and length, from the time in which the slowest flow settles.
 *
 * A controller repeats a period: the window falls after a loss, grows, and falls again. Differences between flows
 * shrink by the same factor in each period (Chiu and Jain 1989), so the warm-up has as many periods as leave 5 % of
 * them. Then thirty periods are measured, three for each batch of the confidence intervals: with one, the interval of
 * the loss was wider than a third of it in 5 of 32 experiments, with three in one of 32.
 */
import { INITIAL_WINDOW } from '../scenario/senders';
import { SERVICES, type Answers, type Service } from './answers';
import { PACKET_BYTES, type UsualBuffer } from './usualBuffer';

/** Times of an experiment in seconds. */
export interface Times {
  /** All flows start at random times before this. */
  starts_s: number;
  warmup_s: number;
  duration_s: number;
  /** Period of the slowest flow; null if no flow is endless. */
  period_s: number | null;
  /** Number of periods in the warm-up. */
  periods: number;
  /** Time that the flows need to settle. If it exceeds `warmup_s`, the run would be too long and is cut. */
  settles_s: number;
}

/** Longest run of an experiment, seconds. */
export const LONGEST_S = 3600;

/** Measured periods: three for each of the ten batches of a confidence interval. */
const MEASURED_PERIODS = 30;

/** Smallest number of measured packets of the link, if its rate is low. */
const MEASURED_PACKETS = 5000;

/** Share of the differences between flows that may be left when measuring begins. */
const LEFT = 0.05;

/** Behavior of a controller over time. */
interface Cycle {
  /** Period of a flow with a window of at most W packets and a round-trip time of at most R seconds. */
  period_s: (window: number, rtt_s: number) => number;
  /** Factor by which differences between flows shrink in a period. */
  factor: number;
}

/** Reno: from half of the window, one packet per round trip. */
const RENO: Cycle = { period_s: (window, rtt_s) => (window / 2) * rtt_s, factor: 0.5 };

/** CUBIC: K of RFC 9438, equation 2, or the growth of its Reno-friendly window (equation 4) where that is faster. */
const CUBIC: Cycle = {
  period_s: (window, rtt_s) => Math.min(Math.cbrt((window * 0.3) / 0.4), ((window * 0.3) / 0.53) * rtt_s),
  factor: 0.7,
};

/** BBR measures the round-trip time every ten seconds, and probes for bandwidth every eight round trips. */
const BBR: Cycle = { period_s: (_window, rtt_s) => Math.max(10, 8 * rtt_s), factor: 0.5 };

/** Cycles of controllers; others are not slower than Reno. */
const CYCLES: Readonly<Record<string, Cycle>> = { cubic: CUBIC, bbr: BBR, bbr1: BBR };

/** Shortest warm-up and measured time of a run, seconds. */
interface Shortest {
  warmup_s: number;
  measured_s: number;
}

const SHORTEST: Shortest = { warmup_s: 10, measured_s: 60 };

/** Longer times that services need: players fill a buffer, readers pause. */
const LEAST: Readonly<Partial<Record<Service, Shortest>>> = {
  web: { warmup_s: 30, measured_s: 300 },
  video: { warmup_s: 60, measured_s: 120 },
};

/** Returns the times of an experiment with these answers and this buffer. */
export function timesOf(answers: Answers, buffer: UsualBuffer): Times {
  const packet_s = (PACKET_BYTES * 8) / answers.rate_bps;
  const endless = answers.flows + answers.services.backup;
  const cycle = CYCLES[answers.controller] ?? RENO;
  const full_s = answers.rtt_s + buffer.drain_s;
  const window = Math.max(1, full_s / packet_s / Math.max(1, endless));
  const starts_s = startsWithin(endless, answers.rtt_s, packet_s);
  const period_s = endless > 0 ? cycle.period_s(window, full_s) : null;
  const periods = Math.ceil(Math.log(LEFT) / Math.log(cycle.factor));
  const slowStart_s = Math.log2(window + 1) * full_s;
  const least = leastOf(answers);
  const settles_s = Math.max(least.warmup_s, starts_s + slowStart_s + periods * (period_s ?? 0));
  const measured_s = Math.max(
    least.measured_s,
    MEASURED_PACKETS * packet_s,
    MEASURED_PERIODS * (period_s ?? 0),
  );
  const { warmup_s, duration_s } = withinLongest(settles_s, measured_s);
  return { starts_s: Math.min(starts_s, warmup_s / 2), warmup_s, duration_s, period_s, periods, settles_s };
}

/** Returns the shortest warm-up and measured time that the services of the answers need. */
function leastOf({ services }: Answers) {
  const used = SERVICES.flatMap((name) => (services[name] > 0 ? [LEAST[name] ?? SHORTEST] : []));
  return {
    warmup_s: Math.max(SHORTEST.warmup_s, ...used.map((one) => one.warmup_s)),
    measured_s: Math.max(SHORTEST.measured_s, ...used.map((one) => one.measured_s)),
  };
}

/** Rounds the times of a run up; a run that would be too long has half of its time as warm-up at most. */
function withinLongest(warmup_s: number, measured_s: number) {
  if (warmup_s + measured_s > LONGEST_S) {
    return { warmup_s: Math.min(warmup_s, LONGEST_S / 2), duration_s: LONGEST_S };
  }
  const rounded_s = roundedUp(warmup_s);
  return { warmup_s: rounded_s, duration_s: rounded_s + roundedUp(measured_s) };
}

/** Returns the time within which flows start: twenty round trips, at least 1 s, and time to send all initial windows. */
function startsWithin(flows: number, rtt_s: number, packet_s: number): number {
  return roundedUp(Math.max(1, 20 * rtt_s, flows * INITIAL_WINDOW * packet_s));
}

/** Rounds up to a multiple of half a power of ten: 41 to 45, 130 to 150. */
export function roundedUp(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value)) / 2;
  return Number((Math.ceil(value / step - 1e-9) * step).toPrecision(12));
}
