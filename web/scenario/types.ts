/**
 * The scenario as the page holds it: complete, every default filled in by the engine.
 *
 * The engine owns the meaning of each field (see its catalog); these types only name them.
 */

/** The same for all, drawn (evenly between two ends, by a mean, by a mean and a shape), or taken in turn. */
export type Distribution =
  | number
  | { uniform: [number, number] }
  | { exponential: number }
  | { pareto: [number, number] }
  | { list: number[] };

export interface Scenario {
  version: 1;
  title: string;
  note: string;
  seed: number;
  duration_s: number;
  warmup_s: number;
  bottlenecks: Bottleneck[];
  edges: Edge[];
  groups: Group[];
  edits: Edit[];
}

/** One change to a field of the scenario; `value: null` at an item of a list removes that item. */
export interface Patch {
  /** Dotted path; things with an id are addressed by id: `bottlenecks.r0.queue.limit_packets`. */
  path: string;
  value: unknown;
}

/** A change made while the run stood at `at_s`; part of the scenario, so that a link replays it. */
export interface Edit {
  at_s: number;
  set: Patch[];
}

/** Something in a scenario that the engine does not accept: where, and what would be. */
export interface Problem {
  path: string;
  message: string;
}

/** Anything chosen by `kind`; further fields are described by the catalog's section `registry.kind`. */
export interface Kinded {
  kind: string;
  [field: string]: unknown;
}

export interface Queue extends Kinded {
  limit_packets: number | null;
  limit_bytes: number | null;
}

export interface Bottleneck {
  id: string;
  rate_bps: number;
  delay_s: number;
  queue: Queue;
  /** The direction from the sinks to the sources. */
  reverse: { rate_bps: number | null; queue: Queue };
}

export interface Edge {
  id: string;
  rate_bps: number;
  delay_s: number;
  queue: Queue;
}

export interface Group {
  id: string;
  label: string;
  count: number;
  direction: 'forward' | 'reverse';
  edge: string | null;
  via: string[] | null;
  access: { rate_bps: number; delay_s: Distribution };
  egress: { rate_bps: number | null; delay_s: Distribution };
  start_s: Distribution;
  stop_s: number | null;
  traffic: Kinded;
}
