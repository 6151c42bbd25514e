/**
 * What a chart is: a description, free of pixels, from which both renderers draw.
 *
 * A `Description` takes the scene (what runs, which link is looked at) and names the series that go in,
 * how each is drawn, the rule of its y axis and what lies beside it. It is made anew when the scene
 * changes, not per frame. Data colors never stand alone: each trace has a dash, marker or hatch too.
 */
import type { Catalog } from '../engine/catalog';
import type { Layout, LinkInfo, Needs } from '../engine/protocol';
import type { Scenario } from '../scenario/types';
import type { AxisRule } from './domain';
import type { Quantity } from './format';
import type { Color } from './theme';

export type Marker = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'star';
export type Hatch = 'plain' | 'diagonal' | 'dots';

/** How a trace looks. */
export interface TraceStyle {
  color: Color;
  /** CSS pixels; 0: no line, only a fill. */
  width: number;
  /** Lengths of dashes and gaps, CSS pixels; empty for a solid line. */
  dash: readonly number[];
  marker: Marker | null;
  hatch: Hatch;
}

/**
 * `band`: least to most in each column; `level`: the mean of each column as a line over a pale band from
 * least to most, of which a chart has one; `share`s divide it and are stacked as fills; `mean`: the same as `level`, of
 * which there may be several; `line`: one value per column; `area`: a line with a pale fill down to 0;
 * `drops`: marks in a lane above the plot.
 */
export type Form = 'band' | 'level' | 'mean' | 'share' | 'line' | 'area' | 'drops';

export interface Trace {
  /** The series' id; also what the legend hides. */
  id: string;
  label: string;
  quantity: Quantity;
  form: Form;
  style: TraceStyle;
  /** Height on the y axis = value × `per`; 1 unless the trace has a scale of its own. */
  per: number;
  /** Whether the y axis must reach its values. */
  scales: boolean;
  /** Traces with the same name here share an entry of the legend, which then has no value; null: its own. */
  shared: string | null;
  /** What it is, where its label does not say enough. */
  help?: string;
  /** Of what is counted: where `Frame.now` has what came after the last sample, which no column has yet. */
  fresh?: number;
}

/** A value that holds from a moment on; null where there is none. */
export interface Step {
  from_s: number;
  value: number | null;
}

/** A horizontal line at a value that does not come from a series. */
export interface Level {
  /** Null where the axis beside it names it already. */
  label: string | null;
  /** The present value, which the label gives. */
  value: number;
  /** What it was over time; empty where it never changed. */
  steps: Step[];
}

export interface Chart {
  id: string;
  /** A sentence, which `about` ends and the unit follows: `Queue at`. */
  title: string;
  /** The link the chart is about; null when it is about none. */
  about: string | null;
  quantity: Quantity;
  traces: Trace[];
  levels: Level[];
  rule: AxisRule;
  /** What stands right of the plot. */
  beside: Beside | null;
  /** Senders' states, in a lane under the plot; null where there is none. */
  states: StateRows | null;
  /** Said in the plot while no trace has a value; null where an empty plot speaks for itself. */
  empty: string | null;
  /** Whether groups of flows can be shown instead of classes of packets. */
  hasGroups?: boolean;
}

/** What senders are doing, a row per watched flow. */
export interface StateRows {
  rows: StateRow[];
  /** Of states, by number. */
  names: readonly string[];
}

/** Events that have a mark of their own in the lane. */
export type StateEvent = 'timeout' | 'ecnCut' | 'idleCut';

/** Something in the lane that its legend explains: a state by number, or an event. */
export type StateKey = number | StateEvent;

export interface StateRow {
  flow: number;
  label: string;
  /** Id of its series `state`. */
  series: string;
  /** Id of its series `timeouts`. */
  timeouts: string;
  /** Its window: hidden with it, and without a state where it has none. */
  window: Trace;
}

/** The distribution of the queue of `link`, by id, or a second axis on which `full` reads 100 %. */
export type Beside = { kind: 'histogram'; link: string | null } | { kind: 'percent'; full: number };

/** What charts are about, as far as it changes by hand rather than with the clock. */
export interface Scene {
  layout: Layout | null;
  /** The link looked at. */
  link: LinkInfo | null;
  /** The group looked at, by id: what is drawn by group has an axis that fits it; null: one that fits all. */
  group: string | null;
  /** The scenario at time 0 with its edits. */
  document: Scenario | null;
  /** The scenario as it is now. */
  current: Scenario | null;
  /** What the engine says of its series and kinds. */
  catalog: Pick<Catalog, 'series' | 'sections'> | null;
  /** Names of senders' states, by number. */
  states: readonly string[];
  /** Ids of the charts whose y axis is to be logarithmic, where they can. */
  logarithmic: ReadonlySet<string>;
  /** Ids of the charts that show groups of flows instead of classes of packets, where they can. */
  byGroup: ReadonlySet<string>;
}

/** Whether a line goes along the means of its columns. */
export function isMean({ form }: Trace): boolean {
  return form === 'level' || form === 'mean';
}

/** What a frame must carry for these charts to be drawn. */
export function needsOf(...charts: Chart[]): Needs {
  const series = charts.flatMap(({ traces, states }) => [
    ...traces.map(({ id }) => id),
    ...(states?.rows ?? []).map((row) => row.series),
  ]);
  const histograms = charts.flatMap(({ beside }) =>
    beside?.kind === 'histogram' && beside.link !== null ? [beside.link] : [],
  );
  const counts = charts.flatMap(({ states }) => states?.rows.map(({ timeouts }) => timeouts) ?? []);
  return {
    series: [...new Set(series)],
    histograms: [...new Set(histograms)],
    counts: [...new Set(counts)],
  };
}

/** The chart's title as one sentence: `Queue at r0`. */
export function titleOf({ title, about }: Chart): string {
  return about === null ? title : `${title} ${about}`;
}

export interface Description {
  /** What is chosen by; several that share it are chosen together, and follow each other. */
  id: string;
  /** What the chooser of charts calls it. */
  name: string;
  /** Whether it is shown before anybody has chosen. */
  standard: boolean;
  /** What can be chosen in its heading; of several such charts the first has the chooser. */
  chooses: 'link' | 'flows' | null;
  /** Whether its y axis can be made logarithmic. */
  loggable: boolean;
  /** Height compared with the other charts. */
  weight: number;
  /** Whether it is left out where it has nothing to draw. */
  quiet?: boolean;
  describe(scene: Scene): Chart;
}

/** What a y axis is of: two descriptions with the same text can share one range. */
export function axisOf({ title, quantity, rule, traces }: Chart): string {
  return [title, quantity, rule.kind, ...traces.filter(({ scales }) => scales).map(({ id }) => id)].join(' ');
}
