/** Advice as the engine writes it, in the page and in `bufferlab advise --json`. */

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

/** Result of a search so far. */
export interface Advice {
  engine: string;
  bottleneck: string;
  /** Path of the buffer's limit in the scenario. */
  path: string;
  flows: number;
  bdp_bytes: number | null;
  targets: readonly TargetBound[];
  confidence: number;
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
