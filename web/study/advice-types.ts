/** The advice as the engine writes it: `bufferlab advise --json`, and the page's desk. */

/** A size of the buffer under its names. */
export interface Size {
  /** In the unit in which the queue counts its limit. */
  limit: number;
  packets: number;
  bytes: number;
  drain_s: number;
}

/** A target's figure over some seeds; the mean is null where a run has none, the half-width of a single run. */
export interface TargetStatistic {
  measure: string;
  n: number;
  mean: number | null;
  half_width?: number | null;
  met: boolean;
}

export interface MeasuredSize extends Size {
  /** One for each target. */
  figures: readonly TargetStatistic[];
}

export interface VerifiedSize extends MeasuredSize {
  /** The ends of the one-sided intervals, in the order of the targets. */
  ends: readonly (number | null)[];
}

export interface Rule extends MeasuredSize {
  id: string;
  label: string;
  source: string;
  met: boolean;
}

export interface TargetBound {
  measure: string;
  at_least?: number;
  at_most?: number;
}

export interface Advice {
  engine: string;
  bottleneck: string;
  /** Of the limit in the scenario. */
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
  /** What to know before following it. */
  warnings: readonly string[];
  runs: number;
}
