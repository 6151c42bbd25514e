/** Advice and comparisons of remedies as the engine writes them, in the page and in `bufferlab advise --json`. */

/** Size of a buffer in several units. */
export interface Size {
  /** Limit in the unit of the queue, packets or bytes. */
  limit: number;
  packets: number;
  bytes: number;
  /** Time to drain the full buffer at the link rate, in seconds. */
  drain_s: number;
}

/**
 * Measure of a target over several seeds. The mean is null if a run does not have the measure; the half-width of the
 * 95 % interval is null for a single run.
 */
export interface TargetStatistic {
  measure: string;
  n: number;
  mean: number | null;
  half_width?: number | null;
  met: boolean;
}

/** Simulated size with its measures. */
export interface MeasuredSize extends Size {
  /** Measures in the order of the targets. */
  figures: readonly TargetStatistic[];
}

/** Size that was simulated again with further seeds. */
export interface VerifiedSize extends MeasuredSize {
  /** Bounds of the one-sided confidence intervals, in the order of the targets. */
  ends: readonly (number | null)[];
}

/** Rule for buffer sizing, simulated at its size. */
export interface Rule extends MeasuredSize {
  id: string;
  label: string;
  source: string;
  met: boolean;
}

/** Target: a lower or an upper bound of a measure. */
export interface TargetBound {
  measure: string;
  at_least?: number;
  at_most?: number;
}

/** Warm-up of a run, and its duration with the warm-up, in seconds. */
export interface RunLength {
  warmup_s: number;
  duration_s: number;
}

/** Reason for which a result is preliminary, as a sentence. */
export interface Doubt {
  id: 'short_warmup' | 'short_measurement' | 'unsettled' | 'wide_bracket';
  message: string;
}

/** Confidence of both kinds of advice, and reasons against it. */
export interface Trust {
  /** Joint confidence; null for a preliminary result. */
  confidence: number | null;
  /** Reasons for which the result is preliminary. */
  preliminary: readonly Doubt[];
  /** Length of the runs, and the length with which the result is not preliminary, as far as a rule can say. */
  length: RunLength;
  long_enough: RunLength;
}

/** Range in which the answer is expected: by rules of thumb, by runs of a smaller network, or by runs of the whole one. */
export interface Estimate {
  /** Null if no size has failed. */
  low: Size | null;
  high: Size;
  basis: 'rules' | 'scaled' | 'runs';
}

/** Result of a search so far. */
export interface Advice extends Trust {
  engine: string;
  bottleneck: string;
  /** Path of the buffer's limit in the scenario. */
  path: string;
  flows: number;
  bdp_bytes: number | null;
  targets: readonly TargetBound[];
  /** Null without a flow of TCP, or if no size was enough. */
  estimate: Estimate | null;
  /** Number by which rates and flows of the smaller network are divided; null if only the whole one is run. */
  scale: number | null;
  /** Results of the smaller network by limits of the whole one; targets that do not scale are left out. */
  scaled: readonly MeasuredSize[];
  answer: VerifiedSize | null;
  closest: MeasuredSize | null;
  refuted: readonly VerifiedSize[];
  rules: readonly Rule[];
  curve: readonly MeasuredSize[];
  other_flows: readonly (MeasuredSize & { flows: number; met: boolean })[];
  /** Warnings about the answer, one sentence each. */
  warnings: readonly string[];
  runs: number;
}

/** How a remedy compares with the best one; `open` if the runs do not tell them apart, `unknown` if a run has no value. */
export type Standing = 'best' | 'as_good' | 'worse' | 'open' | 'unknown';

/** Queue that may help, with its results. */
export interface Remedy {
  id: string;
  label: string;
  source: string;
  standing: Standing;
  met: boolean;
  /** The queue, as a scenario names it. */
  queue: unknown;
  /** Room of the queue in packets of full size and in bytes, and the time to drain it; null without a limit. */
  packets: number | null;
  bytes: number | null;
  drain_s: number | null;
  /** Line that sets the queue in Linux; null if there is none. */
  tc: string | null;
  /** Measures in the order of the targets. */
  figures: readonly TargetStatistic[];
}

/** Comparison of remedies so far. */
export interface Comparison extends Trust {
  engine: string;
  bottleneck: string;
  /** Path of the queue in the scenario. */
  path: string;
  targets: readonly TargetBound[];
  /** Id of the best remedy; null before the first results. */
  best: string | null;
  meets_targets: boolean | null;
  /** Remedies, the best first. */
  remedies: readonly Remedy[];
  warnings: readonly string[];
  runs: number;
}
