/**
 * One run against another: the difference or the ratio of what two frames show, as a frame of its own, and the charts
 * that draw it.
 *
 * Of each series that both have, the mean of every column is compared with that of the other run at the same moment:
 * bands and levels become lines. Where either has nothing there is nothing, and a ratio to nothing is none.
 */
import type { Frame } from '../engine/protocol';
import type { ComparisonMode } from '../lab/state';
import type { Chart, Level, Trace } from './chart';
import { columnAt, columnsOf, type Columns } from '../samples/columns';
import { heightAt } from './columns';

type Comparison = Exclude<ComparisonMode, 'overlay'>;

/** The chart of a difference (front less behind) or a ratio (front over behind). */
export function comparedChart(chart: Chart, how: Comparison): Chart {
  const traces = chart.traces.filter(({ form, scales }) => form !== 'drops' && (scales || form === 'share'));
  const { title, rule } = chart;
  const settled = rule.kind === 'linear' && rule.settled === true;
  return {
    ...chart,
    title: `${how === 'difference' ? 'Difference in' : 'Ratio of'} ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
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
    empty: NOTHING_YET,
  };
}

const NOTHING_YET = 'Nothing of both is recorded here.';

function at(value: number): Level {
  return { label: null, value, steps: [] };
}

function line(trace: Trace, how: Comparison): Trace {
  const style = { ...trace.style, width: Math.max(1.25, trace.style.width), hatch: 'plain' as const };
  const own = how === 'ratio' ? { quantity: 'times' as const, per: 1 } : {};
  return { ...trace, ...own, form: 'line', style, scales: true };
}

/** What `front` shows against `behind`, of the series that it carries. */
export function comparedFrame(front: Frame, behind: Frame | null, how: Comparison): Frame {
  const { columns: n, series } = front;
  const data = new Float32Array(series.length * n).fill(NaN);
  const places = behind && placesIn(front, behind);
  series.forEach(({ id }, k) => {
    const [ours, theirs] = [columnsOf(front, id), behind && columnsOf(behind, id)];
    if (!ours || !theirs || !places) return;
    for (let i = 0; i < n; i++) {
      const j = places[i] as number;
      if (j >= 0) data[k * n + i] = against(meanAt(ours, i), meanAt(theirs, j), how);
    }
  });
  const { t0_s = front.t0_s, t1_s = front.t1_s } = front.overall ?? {};
  const overall = { t0_s, t1_s, data: new Float32Array() };
  return { ...front, series: series.map(({ id }) => ({ id, shape: 'line' })), data, overall };
}

function against(front: number, behind: number, how: Comparison): number {
  if (how === 'difference') return front - behind;
  return behind === 0 ? NaN : front / behind;
}

/** For each column of `front` the one of `behind` at the same moment; -1 where there is none. */
function placesIn(front: Frame, behind: Frame): Int32Array {
  const { t0_s, t1_s, columns } = front;
  const step_s = (t1_s - t0_s) / columns;
  return Int32Array.from({ length: columns }, (_, i) => columnAt(behind, t0_s + (i + 0.5) * step_s));
}

/** A band has no mean: the middle of its least and most stands for it. */
function meanAt(columns: Columns, i: number): number {
  return columns.mean === columns.hi ? heightAt(columns, i) : (columns.mean[i] as number);
}
