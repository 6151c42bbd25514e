/** The engine's description of itself, from which forms, help and validation messages follow. */

export interface Catalog {
  engine: string;
  /** Named limits, e.g. `flows`, `edits`, `scenario_bytes`. */
  limits: Record<string, number>;
  sections: Record<string, Section>;
  /** Kinds to choose from; each entry is the id of a section: `queue` → [`queue.drop_tail`, …]. */
  registries: Record<string, string[]>;
  /** Names of a flow's states, by the number that the series `flow.N.state` gives. */
  states: string[];
}

/** A group of parameters that are filled in together; an object in the scenario. */
export interface Section {
  /** `bottleneck`, `access`, `traffic.tcp`, … The part after the last dot is the scenario's `kind`. */
  id: string;
  label: string;
  help: string;
  /** Where the idea comes from: RFC section, paper and equation. */
  source: string | null;
  params: Param[];
}

export interface Param {
  /** The field's name in the scenario. */
  name: string;
  label: string;
  help: string;
  source: string | null;
  unit: Unit;
  kind: ParamKind;
  /** Value in a scenario that leaves the field out. Absent where there is no default. */
  default?: unknown;
  /** True where a change applies to the running simulation; otherwise the run starts again. */
  live: boolean;
  /** True where a first-time user can leave it folded away. */
  advanced: boolean;
}

export type Unit = '' | 'b/s' | 's' | 'B' | 'packets' | 'flows' | 'ratio';

export type ParamKind =
  | { type: 'number' | 'integer'; min: number; max: number; log: boolean; nullable: boolean; null_label?: string }
  | { type: 'flag' }
  | { type: 'text'; max_length: number }
  | { type: 'id' }
  | { type: 'choice'; options: { id: string; label: string; help: string }[] }
  /** A number, drawn as `{uniform: [lo, hi]}`, `{exponential: mean}`, `{pareto: [mean, shape]}`, or a `{list: [...]}`. */
  | { type: 'distribution'; min: number; max: number }
  | { type: 'section'; section: string }
  /** An object with a `kind` out of a registry; a bare string is short for its kind with all defaults. */
  | { type: 'one_of'; registry: string }
  | { type: 'list'; section: string; max: number }
  /** The id of another thing of the scenario; `many`: a list of them, null meaning all. */
  | { type: 'ref'; to: 'edges' | 'bottlenecks'; many: boolean; null_label: string }
  | { type: 'edits' };

/** A scenario to open, with what to look at. */
export interface Preset {
  id: string;
  title: string;
  /** Two lines: what to notice. */
  notice: string;
  /** Citation of the paper, figure and table. */
  source: string;
  /** Simulated seconds per second that show it well. */
  speed: number;
  scenario: unknown;
}
