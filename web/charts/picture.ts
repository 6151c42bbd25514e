/** Everything that one painting of a chart needs; assembled per frame, kept by nobody. */
import type { Interval } from '../engine/interval';
import type { Frame } from '../engine/protocol';
import { timeTicks, yMapping, yTicks, type Box, type Tick } from './axis';
import type { Chart, StateKey, Trace } from './chart';
import { columnsOf, type Columns } from '../samples/columns';
import { widen } from './columns';
import { settledFrom, type AxisRange, type Extent } from './domain';
import { unitFor, type Unit } from './format';
import type { Geometry } from './geometry';
import type { Renderer } from './renderer';
import type { Theme } from './theme';

/** The same chart of a run that is kept behind this one, as far as that has it. */
export interface BehindPicture {
  chart: Chart;
  /** Null before its first frame. */
  frame: Frame | null;
  paint(pen: Renderer, picture: Picture, behind: BehindPicture): void;
}

export interface Picture {
  chart: Chart;
  behind?: BehindPicture | null;
  /** Says on paper which runs are drawn: `30 kB, pale: 11 kB`; empty or left out where it is one. */
  remark?: string;
  geometry: Geometry;
  /** Null before the first frame. */
  frame: Frame | null;
  /** What the time axis shows; during a gesture it is ahead of the frame. */
  shown: Interval;
  range: AxisRange;
  unit: Unit;
  /** Of the y axis, and of the time axis. */
  ticks: { y: Tick[]; time: Tick[] };
  hidden: ReadonlySet<string>;
  /** What the lane of states has shown since the run began, in order of appearance. */
  met: readonly StateKey[];
  /** End of the warm-up, seconds. */
  warmup_s: number;
  /** Moments of the edits, seconds. */
  edits_s: readonly number[];
  cursor_s: number | null;
  pinned_s: number | null;
  theme: Theme;
}

/** The picture as it stands in `geometry`, with the ticks that fit there. */
export function placed(picture: Omit<Picture, 'geometry' | 'ticks'>, geometry: Geometry): Picture {
  const { chart, range, unit, shown } = picture;
  const { plot } = geometry;
  // Right under a lane of drops there is no room for a figure.
  const top = geometry.lanes.length > 0 ? plot.y + 8 : plot.y - 1;
  const figures = yTicks(range, plot, unit).filter(({ at }) => at > top);
  // Before there is a run, the axis has no figures to show.
  const y = chart.traces.length > 0 ? figures : figures.map((tick) => ({ ...tick, label: '' }));
  return { ...picture, geometry, ticks: { y, time: timeTicks(shown, plot) } };
}

/** The unit that suits the axis's top; none before there is a run. */
export function axisUnit({ quantity, traces }: Chart, range: AxisRange): Unit {
  return traces.length > 0 ? unitFor(quantity, range.hi) : { per: 1, name: '' };
}

/** A trace that is shown, with its columns. */
export interface Drawn {
  trace: Trace;
  columns: Columns;
}

/** The traces of the given forms that are shown and have data. */
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
 * What the y axis must reach: the values of all traces that are shown and stretch it. Where a run must have
 * settled, what came before counts only if there is nothing else in sight.
 */
export function extentOf(
  chart: Chart,
  frame: Frame | null,
  hidden: ReadonlySet<string>,
  warmup_s = 0,
): Extent {
  if (!frame) return { lo: NaN, hi: NaN };
  if (chart.rule.kind !== 'linear' || !chart.rule.settled) return extentFrom(chart, frame, hidden, 0);
  const since_s = settledFrom(warmup_s, frame) - frame.t0_s;
  const from = Math.max(0, Math.ceil((since_s / (frame.t1_s - frame.t0_s)) * frame.columns));
  const settled = extentFrom(chart, frame, hidden, from);
  return Number.isNaN(settled.hi) ? extentFrom(chart, frame, hidden, 0) : settled;
}

/** Has an axis reach what another must reach as well. */
export function reachAlso(extent: Extent, { lo, hi }: Extent): void {
  const column = { lo: Float32Array.of(lo), hi: Float32Array.of(hi), mean: Float32Array.of(hi) };
  widen(extent, column, 1);
}

function extentFrom({ traces }: Chart, frame: Frame, hidden: ReadonlySet<string>, from: number): Extent {
  const extent: Extent = { lo: NaN, hi: NaN };
  for (const { id, scales, per } of traces) {
    if (!scales || hidden.has(id)) continue;
    const columns = columnsOf(frame, id);
    if (columns) widen(extent, columns, per, from);
  }
  return extent;
}

/** Screen x of the frame's columns: column i stands at `first + i * step`, its middle. */
export function columnPlaces(frame: Frame, shown: Interval, plot: Box): { first: number; step: number } {
  const perSecond = plot.width / (shown.t1_s - shown.t0_s);
  const step = ((frame.t1_s - frame.t0_s) / frame.columns) * perSecond;
  return { first: plot.x + (frame.t0_s - shown.t0_s) * perSecond + step / 2, step };
}

export function yOf(picture: Picture): (value: number) => number {
  return yMapping(picture.range, picture.geometry.plot);
}
