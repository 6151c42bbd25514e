/**
 * Types of charts: descriptions without pixels, from which all renderers draw.
 *
 * A `Description` takes a scene (the run, the selected link) and returns the series of the chart, the form of each trace,
 * the rule of its y axis and the part to the right of the plot. It is evaluated when the scene changes, not per frame.
 * Traces differ not only in color: each has a dash, marker or hatch too.
 */
import type { Catalog } from '../engine/catalog';
import { delaysOf, type Layout, type LinkInfo, type Needs } from '../engine/protocol';
import type { Scenario } from '../scenario/types';
import type { AxisRule } from './domain';
import type { Quantity } from '../plot/format';
import type { Hatch, Marker } from '../plot/renderer';
import type { Color } from '../plot/theme';

/** Style of a trace. */
export interface TraceStyle {
  color: Color;
  /** Width of the line in CSS pixels; 0 for no line, only a fill. */
  width: number;
  /** Lengths of dashes and gaps, CSS pixels; empty for a solid line. */
  dash: readonly number[];
  marker: Marker | null;
  hatch: Hatch;
}

/**
 * Form of a trace. `band`: minimum to maximum of each column. `level`: the mean of each column as a line over a light band
 * from minimum to maximum; a chart has at most one. `share`: part of the level, stacked as areas. `mean`: the same as
 * `level`, but a chart can have several. `line`: one value per column. `area`: a line with a light fill down to 0.
 * `drops`: marks in a lane above the plot.
 */
export type Form = 'band' | 'level' | 'mean' | 'share' | 'line' | 'area' | 'drops';

/** One series in a chart. */
export interface Trace {
  /** Id of the series, and of the trace in the set of hidden traces. */
  id: string;
  label: string;
  quantity: Quantity;
  form: Form;
  style: TraceStyle;
  /** Factor from the value to the height on the y axis; 1 unless the trace has a scale of its own. */
  per: number;
  /** Whether the y axis must include its values. */
  scales: boolean;
  /** Name of a legend entry that several traces share, which has no value; null for an entry of its own. */
  shared: string | null;
  /** Explanation for the tooltip, if the label is not enough. */
  help?: string;
  /** For counts: index in `Frame.now` of the count since the last sample, which no column contains yet. */
  fresh?: number;
  /** Index in `Frame.now` of the present value, if the frame has it. */
  now?: number;
}

/** Value that holds from a time on; null for no value. */
export interface Step {
  from_s: number;
  value: number | null;
}

/** Horizontal line at a value that is not from a series, for example a limit. */
export interface Level {
  /** Name of the line; null if the axis beside it shows the name. */
  label: string | null;
  /** Value now, which is shown after the label. */
  value: number;
  /** Values over time; empty if the value never changed. */
  steps: Step[];
}

/** Description of a chart for one scene, without pixels. */
export interface Chart {
  id: string;
  /** Title without its end, which is `about`: `Queue at`. */
  title: string;
  /** Name of the link, group or flows of the chart; null if the title is complete without it. */
  about: string | null;
  quantity: Quantity;
  traces: Trace[];
  levels: Level[];
  rule: AxisRule;
  /** Content to the right of the plot. */
  beside: Beside | null;
  /** States of senders, in a lane below the plot; null for no lane. */
  states: StateRows | null;
  /** Text in the plot while no trace has a value; null for no text. */
  empty: string | null;
  /** Whether groups of flows can be shown instead of classes of packets. */
  hasGroups?: boolean;
  /** Whether the engine records no groups here, because there are too many pairs of a link and a group. */
  groupsUnrecorded?: boolean;
}

/** States of the senders, with one row per watched flow. */
export interface StateRows {
  rows: StateRow[];
  /** Names of the states, by number. */
  names: readonly string[];
}

/** Event that has a mark of its own in the lane. */
export type StateEvent = 'timeout' | 'ecnCut' | 'idleCut';

/** Entry in the legend of the lane: number of a state, or an event. */
export type StateKey = number | StateEvent;

/** Row of the lane of states: one watched flow. */
export interface StateRow {
  flow: number;
  label: string;
  /** Id of the series with the flow's states. */
  series: string;
  /** Id of the series with the flow's counts of timeouts. */
  timeouts: string;
  /** Trace of the flow's window. Hiding it hides the row; where it has no value, the row has no state. */
  window: Trace;
}

/**
 * The distribution of the queue of `link`, by id, the delays of `groups`, by id, that shares of their packets exceed, or a
 * second axis in percent, on which `full` is 100 %.
 */
export type Beside =
  | { kind: 'histogram'; link: string | null }
  | { kind: 'exceedance'; groups: readonly string[] }
  | { kind: 'percent'; full: number };

/** Inputs of the descriptions of charts: the run, the selection and the settings, without the simulated time. */
export interface Scene {
  layout: Layout | null;
  /** Link that the user has selected. */
  link: LinkInfo | null;
  /** Id of the selected group, which the axes of charts by group fit; null for axes that fit all groups. */
  group: string | null;
  /** Scenario at time 0 with its edits. */
  document: Scenario | null;
  /** Scenario with the edits up to now. */
  current: Scenario | null;
  /** Catalog of the engine with its series and kinds. */
  catalog: Pick<Catalog, 'series' | 'sections'> | null;
  /** Names of the states of senders, by number. */
  states: readonly string[];
  /** Ids of the charts with a logarithmic y axis, for charts that offer it. */
  logarithmic: ReadonlySet<string>;
  /** Ids of the charts that show groups of flows instead of classes of packets, for charts that offer it. */
  byGroup: ReadonlySet<string>;
}

/** Returns whether the line of a trace connects the means of the columns. */
export function isMean({ form }: Trace): boolean {
  return form === 'level' || form === 'mean';
}

/** Returns the data that a frame must contain for these charts. */
export function needsOf(...charts: Chart[]): Needs {
  const series = charts.flatMap(({ traces, states }) => [
    ...traces.map(({ id }) => id),
    ...(states?.rows ?? []).map((row) => row.series),
  ]);
  const histograms = charts.flatMap(({ beside }) =>
    beside?.kind === 'exceedance'
      ? beside.groups.map(delaysOf)
      : beside?.kind === 'histogram' && beside.link !== null
        ? [beside.link]
        : [],
  );
  const counts = charts.flatMap(({ states }) => states?.rows.map(({ timeouts }) => timeouts) ?? []);
  return {
    series: [...new Set(series)],
    histograms: [...new Set(histograms)],
    counts: [...new Set(counts)],
  };
}

/** Returns the title of a chart without its unit: `Queue at r0`. */
export function titleOf({ title, about }: Chart): string {
  return about === null ? title : `${title} ${about}`;
}

/** Kind of chart, which describes its chart for any scene. */
export interface Description {
  /** Id for the selection. Several kinds with the same id are selected together and follow each other in the list. */
  id: string;
  /** Name in the panel that selects charts. */
  name: string;
  /** Whether the chart is shown before the user has selected charts, or for which scenarios it is. */
  standard: boolean | ((scenario: Scenario) => boolean);
  /** Menu in its heading. If several charts have the same menu, only the first shows it. */
  chooses: 'link' | 'flows' | null;
  /** Whether its y axis can be made logarithmic. */
  loggable: boolean;
  /** Share of the height of the stack. */
  weight: number;
  /** Whether the chart is left out if it has no trace. */
  quiet?: boolean;
  describe(scene: Scene): Chart;
}

/** Returns a key of the y axis. A chart keeps the range of its axis while its key stays the same. */
export function axisOf({ title, quantity, rule, traces }: Chart): string {
  return [title, quantity, rule.kind, ...traces.filter(({ scales }) => scales).map(({ id }) => id)].join(' ');
}
