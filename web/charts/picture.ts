/** Picture of a chart: everything that one painting needs. It is assembled per frame and not stored. */
import type { Interval } from '../engine/interval';
import { delaysOf, type Frame } from '../engine/protocol';
import { timeTicks, yMapping, yTicks, type PlacedTick } from './axis';
import type { Chart, StateKey, Trace } from './chart';
import { columnsOf, type Columns } from '../samples/columns';
import { widen } from './columns';
import { settledFrom, type AxisRange, type Extent } from './domain';
import { unitFor, type Unit } from '../plot/format';
import type { Geometry } from './geometry';
import type { Renderer, Box } from '../plot/renderer';
import type { Theme } from '../plot/theme';

/** Chart of the baseline below the same chart of the current run. */
export interface BaselinePicture {
  chart: Chart;
  /** Latest frame of the baseline; null before its first frame. */
  frame: Frame | null;
  paint(renderer: Renderer, picture: Picture, baseline: BaselinePicture): void;
}

/** Inputs of one painting of a chart. */
export interface Picture {
  chart: Chart;
  baseline?: BaselinePicture | null;
  /** Names of the runs, for saved and printed charts: `30 kB, lighter: 11 kB`; empty or left out for a single run. */
  remark?: string;
  geometry: Geometry;
  /** Frame with the data; null before the first frame. */
  frame: Frame | null;
  /** Interval of the time axis; during a gesture it is newer than that of the frame. */
  shown: Interval;
  range: AxisRange;
  unit: Unit;
  /** Ticks of the y axis and of the time axis. */
  ticks: { y: PlacedTick[]; time: PlacedTick[] };
  hidden: ReadonlySet<string>;
  /** States and events that the lane has shown since the run started, in order of appearance. */
  met: readonly StateKey[];
  /** End of the warm-up, in seconds. */
  warmup_s: number;
  /** Times of the edits, in seconds. */
  edits_s: readonly number[];
  cursor_s: number | null;
  pinned_s: number | null;
  theme: Theme;
}

/** Returns the picture in `geometry`, with the ticks that fit. */
export function placed(picture: Omit<Picture, 'geometry' | 'ticks'>, geometry: Geometry): Picture {
  const { chart, range, unit, shown } = picture;
  const { plot } = geometry;
  // Directly below a lane of drops there is no room for a label. The lane of a title is empty beside the axis.
  const hasDrops = chart.traces.some(({ form }) => form === 'drops');
  const top = hasDrops ? plot.y + 8 : plot.y - 1;
  const figures = yTicks(range, plot, unit).filter(({ at }) => at > top);
  // Without a run the axis has no labels.
  const y = chart.traces.length > 0 ? figures : figures.map((tick) => ({ ...tick, label: '' }));
  return { ...picture, geometry, ticks: { y, time: timeTicks(shown, plot) } };
}

/** Returns the unit that suits the top of the axis; a unit without name before there is a run. */
export function axisUnit({ quantity, traces }: Chart, range: AxisRange): Unit {
  return traces.length > 0 ? unitFor(quantity, range.hi) : { per: 1, name: '' };
}

/** Visible trace with its columns. */
export interface Drawn {
  trace: Trace;
  columns: Columns;
}

/** Returns the visible traces of some forms that have data. */
export function drawn(picture: Picture, ...forms: Trace['form'][]): Drawn[] {
  const { chart, frame, hidden } = picture;
  if (!frame) return [];
  return chart.traces.flatMap((trace) => {
    if (!forms.includes(trace.form) || hidden.has(trace.id)) return [];
    const columns = columnsOf(frame, trace.id);
    return columns ? [{ trace, columns }] : [];
  });
}

/**
 * Returns the extent of the values that the y axis must include: those of visible traces that scale it. If the rule is
 * `settled`, earlier values count only if there are no later ones.
 */
export function extentOf(
  chart: Chart,
  frame: Frame | null,
  hidden: ReadonlySet<string>,
  warmup_s = 0,
): Extent {
  if (!frame) return { lo: NaN, hi: NaN };
  if (chart.beside?.kind === 'exceedance') return extentWith(chart, chart.beside.groups, frame, hidden);
  if (chart.rule.kind !== 'linear' || !chart.rule.settled) return extentFrom(chart, frame, hidden, 0);
  const since_s = settledFrom(warmup_s, frame) - frame.t0_s;
  const from = Math.max(0, Math.ceil((since_s / (frame.t1_s - frame.t0_s)) * frame.columns));
  const settled = extentFrom(chart, frame, hidden, from);
  return Number.isNaN(settled.hi) ? extentFrom(chart, frame, hidden, 0) : settled;
}

/** Merges another extent into `extent`. */
export function reachAlso(extent: Extent, { lo, hi }: Extent): void {
  const column = { lo: Float32Array.of(lo), hi: Float32Array.of(hi), mean: Float32Array.of(hi) };
  widen(extent, column, 1);
}

/** Returns the extent of a chart with the distributions of its groups beside it, except those whose trace is hidden. */
function extentWith(
  chart: Chart,
  groups: readonly string[],
  frame: Frame,
  hidden: ReadonlySet<string>,
): Extent {
  const extent = extentFrom(chart, frame, hidden, 0);
  for (const group of groups) {
    const trace = delayTrace(chart, group);
    const delays = trace?.scales && !hidden.has(trace.id) ? distributionOf(frame, delaysOf(group)) : null;
    if (delays) widen(extent, { lo: delays, hi: delays, mean: delays }, 1);
  }
  return extent;
}

/** Returns the trace of the delays of a group. */
export function delayTrace({ traces }: Chart, group: string): Trace | undefined {
  return traces.find(({ id }) => id === `group.${group}.delay_s`);
}

/** Returns the numbers of the distribution with this id in `Needs.histograms`; null if the frame has none. */
export function distributionOf({ histograms, histogram }: Frame, id: string): Float32Array | null {
  const start = histograms.indexOf(id) * NUMBERS;
  return start < 0 || histogram.length < start + NUMBERS ? null : histogram.subarray(start, start + NUMBERS);
}

/** Numbers of a distribution in a frame. */
const NUMBERS = 65;

function extentFrom({ traces }: Chart, frame: Frame, hidden: ReadonlySet<string>, from: number): Extent {
  const extent: Extent = { lo: NaN, hi: NaN };
  for (const { id, scales, per } of traces) {
    if (!scales || hidden.has(id)) continue;
    const columns = columnsOf(frame, id);
    if (columns) widen(extent, columns, per, from);
  }
  return extent;
}

/** Returns the x positions of the middles of the frame's columns: `first + i * step` for column i. */
export function columnPlaces(frame: Frame, shown: Interval, plot: Box): { first: number; step: number } {
  const perSecond = plot.width / (shown.t1_s - shown.t0_s);
  const step = ((frame.t1_s - frame.t0_s) / frame.columns) * perSecond;
  return { first: plot.x + (frame.t0_s - shown.t0_s) * perSecond + step / 2, step };
}

/** Returns the function from a value to its y position in the picture. */
export function yOf(picture: Picture): (value: number) => number {
  return yMapping(picture.range, picture.geometry.plot);
}
