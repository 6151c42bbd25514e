/**
 * Comparison of two runs: the difference or the ratio of two frames, as a new frame, and the charts that draw it.
 *
 * For each series that both runs have, the mean of every column is compared with the mean of the other run at the same
 * time. Bands and levels become lines. The result is NaN where one run has no value, and for a ratio to 0.
 */
import type { Frame } from '../engine/protocol';
import type { ComparisonMode } from '../lab/state';
import type { Chart, Level, Trace } from './chart';
import { columnAt, columnsOf, type Columns } from '../samples/columns';
import { heightAt } from './columns';
import { COMPARISON } from './lazyStrings';

type Comparison = Exclude<ComparisonMode, 'overlay'>;

/** Returns the chart of a difference (current minus baseline) or of a ratio (current divided by baseline). */
export function comparedChart(chart: Chart, how: Comparison): Chart {
  const traces = chart.traces.filter(({ form, scales }) => form !== 'drops' && (scales || form === 'share'));
  const { title, rule } = chart;
  const settled = rule.kind === 'linear' && rule.settled === true;
  return {
    ...chart,
    title: COMPARISON[how === 'difference' ? 'differenceIn' : 'ratioOf'](
      `${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    ),
    quantity: how === 'ratio' ? 'times' : chart.quantity,
    traces: traces.map((trace) => line(trace, how)),
    levels: [how === 'ratio' ? at(1) : at(0)],
    rule:
      how === 'ratio'
        ? { kind: 'linear', floor: 2, limit: 1, settled: true }
        : {
            kind: 'linear',
            floor: rule.kind === 'linear' ? rule.floor / 10 : 1e-3,
            limit: null,
            settled,
            signed: true,
          },
    beside: null,
    states: null,
    empty: COMPARISON.empty,
  };
}

function at(value: number): Level {
  return { label: null, value, steps: [] };
}

function line(trace: Trace, how: Comparison): Trace {
  const style = { ...trace.style, width: Math.max(1.25, trace.style.width), hatch: 'plain' as const };
  const own = how === 'ratio' ? { quantity: 'times' as const, per: 1 } : {};
  return { ...trace, ...own, form: 'line', style, scales: true };
}

/** Returns the difference or ratio of two frames, with the series and the columns of the current frame. */
export function comparedFrame(current: Frame, baseline: Frame | null, how: Comparison): Frame {
  const { columns: n, series } = current;
  const data = new Float32Array(series.length * n).fill(NaN);
  const places = baseline && matchingColumns(current, baseline);
  series.forEach(({ id }, k) => {
    const [ours, theirs] = [columnsOf(current, id), baseline && columnsOf(baseline, id)];
    if (!ours || !theirs || !places) return;
    for (let i = 0; i < n; i++) {
      const j = places[i] as number;
      if (j >= 0) data[k * n + i] = against(meanAt(ours, i), meanAt(theirs, j), how);
    }
  });
  const { t0_s = current.t0_s, t1_s = current.t1_s } = current.overall ?? {};
  const overall = { t0_s, t1_s, data: new Float32Array() };
  return { ...current, series: series.map(({ id }) => ({ id, shape: 'line' })), data, overall };
}

function against(current: number, baseline: number, how: Comparison): number {
  if (how === 'difference') return current - baseline;
  return baseline === 0 ? NaN : current / baseline;
}

/** Returns for each column of `current` the column of `baseline` at the same time, or -1 without one. */
function matchingColumns(current: Frame, baseline: Frame): Int32Array {
  const { t0_s, t1_s, columns } = current;
  const step_s = (t1_s - t0_s) / columns;
  return Int32Array.from({ length: columns }, (_, i) => columnAt(baseline, t0_s + (i + 0.5) * step_s));
}

/** Returns the mean of a column. A band has no mean, so the middle of its minimum and maximum is used. */
function meanAt(columns: Columns, i: number): number {
  return columns.mean === columns.hi ? heightAt(columns, i) : (columns.mean[i] as number);
}
