/** The figures in the legend: what each trace says at the cursor, or now. */
import type { Frame } from '../engine/protocol';
import { titleOf, type Chart, type Trace } from './chart';
import { columnAt, columnsOf, latestColumn, type Columns } from '../samples/columns';
import { extremesOf, meanOf, total } from './columns';
import { figure, NOTHING, range, unitFor, type Unit } from './format';

/**
 * The trace's value at `at_s` (null: the latest), in the axis's unit, or with its own unit where it has
 * another. Of a queue and of drops it is about the column at the cursor, and without a cursor about the
 * whole view.
 */
export function readout(
  trace: Trace,
  chart: Chart,
  axisUnit: Unit,
  frame: Frame | null,
  at_s: number | null,
): string {
  const columns = frame && columnsOf(frame, trace.id);
  if (!frame || !columns) return NOTHING;
  if (trace.form === 'drops') return dropsText(trace, frame, columns, at_s);
  if (trace.form === 'level' || trace.form === 'share')
    return backlogText(trace, axisUnit, frame, columns, at_s);
  const i = at_s === null ? latestColumn(frame, columns) : columnAt(frame, at_s);
  const lo = columns.lo[i] ?? NaN;
  const hi = columns.hi[i] ?? NaN;
  if (Number.isNaN(lo) && Number.isNaN(hi)) return NOTHING;
  if (trace.form === 'mean') return figure((columns.mean[i] as number) / axisUnit.per);
  if (trace.quantity === chart.quantity) return range(lo, hi, axisUnit);
  const unit = unitFor(trace.quantity, hi);
  return `${range(lo, hi, unit)}${unit.name === '' ? '' : ` ${unit.name}`}`;
}

/** How many were dropped, those after the last sample included, which no column has yet. */
function dropsText({ fresh }: Trace, frame: Frame, { hi }: Columns, at_s: number | null): string {
  const i = at_s === null ? -1 : columnAt(frame, at_s);
  const counted = at_s === null ? total(hi) : (hi[i] ?? NaN);
  const isPresent = at_s === null ? frame.t_s <= frame.t1_s : i >= 0 && i === columnAt(frame, frame.t_s);
  const since = isPresent && fresh !== undefined ? (frame.now[fresh] ?? 0) : 0;
  return figure(since > 0 && Number.isNaN(counted) ? since : counted + since);
}

/** What waited: `mean 7.33 (0–11.0)`, or of one class the mean only. */
function backlogText(
  { form }: Trace,
  unit: Unit,
  frame: Frame,
  { lo, hi, mean }: Columns,
  at_s: number | null,
): string {
  const i = at_s === null ? -1 : columnAt(frame, at_s);
  const waited = at_s === null ? meanOf(frame, mean) : (mean[i] ?? NaN);
  if (Number.isNaN(waited)) return NOTHING;
  const text = figure(waited / unit.per);
  if (form === 'share') return text;
  const [least, most] = at_s === null ? extremesOf(lo, hi) : [lo[i] ?? NaN, hi[i] ?? NaN];
  return `mean ${text} (${range(least, most, unit)})`;
}

/** All readouts of a chart as a sentence, for those who hear it. */
export function spoken(chart: Chart, axisUnit: Unit, read: (trace: Trace) => string): string {
  const values = chart.traces.map((trace) => {
    const unit = trace.quantity === chart.quantity ? ` ${axisUnit.name}` : '';
    return `${trace.label} ${read(trace)}${unit}`;
  });
  return `${titleOf(chart)}: ${values.length > 0 ? values.join(', ') : 'no data yet'}.`;
}
