/** Pictures of charts on paper: in the light theme, without cursors and marks of edits. */
import type { Interval } from '../engine/interval';
import type { Frame } from '../engine/protocol';
import { PAPER } from '../plot/theme';
import type { Chart } from './chart';
import { nextRange, type AxisRule, type Extent } from './domain';
import { axisUnit, extentOf, type Picture } from './picture';
import { met } from './states';

const NONE: ReadonlySet<string> = new Set();

/** View of a run for a picture on paper. */
export interface PaperView {
  /** Interval of the time axis. */
  shown: Interval;
  /** End of the warm-up, in seconds. */
  warmup_s: number;
  /** Returns the rule of the y axis for the extent of the values; the chart's own if it is left out. */
  ruleFor?: (extent: Extent) => AxisRule;
}

/** Returns the picture of a chart without its place: `placed` gives it one. */
export function onPaper(
  chart: Chart,
  frame: Frame,
  { shown, warmup_s, ruleFor = () => chart.rule }: PaperView,
): Omit<Picture, 'geometry' | 'ticks'> {
  const extent = extentOf(chart, frame, NONE, warmup_s);
  const range = nextRange(null, ruleFor(extent), extent, 0);
  return {
    chart,
    frame,
    shown,
    range,
    unit: axisUnit(chart, range),
    hidden: NONE,
    met: chart.states ? met([], chart.states, frame) : [],
    warmup_s,
    edits_s: [],
    cursor_s: null,
    pinned_s: null,
    theme: PAPER,
  };
}
