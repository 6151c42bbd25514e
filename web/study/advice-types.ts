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
export interface TargetFigure {
  measure: string;
  n: number;
  mean: number | null;
  half_width?: number | null;
  met: boolean;
}

export interface SizeSeen extends Size {
  /** One for each target. */
  figures: readonly TargetFigure[];
}

export interface SizeChecked extends SizeSeen {
  /** The ends of the one-sided intervals, in the order of the targets. */
  ends: readonly (number | null)[];
}

export interface Rule extends SizeSeen {
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
  answer: SizeChecked | null;
  closest: SizeSeen | null;
  refuted: readonly SizeChecked[];
  rules: readonly Rule[];
  curve: readonly SizeSeen[];
  other_flows: readonly (SizeSeen & { flows: number; met: boolean })[];
  /** What to know before following it. */
  warnings: readonly string[];
  runs: number;
}
