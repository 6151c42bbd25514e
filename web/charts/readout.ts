/** Values in the legend: the value of each trace at the cursor, or over the visible time. */
import type { Frame } from '../engine/protocol';
import { titleOf, type Chart, type Trace } from './chart';
import { columnAt, columnsOf, overallOf, type Columns } from '../samples/columns';
import { extremesOf, meanOf, middlesOf, total } from './columns';
import { figure, NOTHING, range, unitFor, type Unit } from '../plot/format';
import { READOUT } from './strings';

/** Time of the values of a legend: that of the cursor, the present one after a step, or null for the visible time. */
export type When = number | 'now' | null;

/**
 * Returns the text of a trace's value at a time, or over the visible time (`Frame.overall`). It is in the unit of the
 * axis; a trace of another quantity has its unit in the text. During a run the latest value alone would change too much.
 */
export function readout(trace: Trace, chart: Chart, axisUnit: Unit, frame: Frame | null, when: When): string {
  const columns = frame && columnsOf(frame, trace.id);
  if (!frame || !columns) return NOTHING;
  const present = when === 'now' && trace.now !== undefined ? (frame.now[trace.now] ?? NaN) : NaN;
  if (!Number.isNaN(present)) return figure(present / axisUnit.per);
  const at_s = when === 'now' ? frame.t_s : when;
  if (trace.form === 'drops') return dropsText(trace, frame, columns, at_s);
  if (trace.form === 'level' || trace.form === 'share')
    return backlogText(trace, axisUnit, frame, columns, at_s);
  if (at_s === null) return meanText(trace, chart, axisUnit, frame, columns);
  const i = columnAt(frame, at_s);
  const lo = columns.lo[i] ?? NaN;
  const hi = columns.hi[i] ?? NaN;
  if (Number.isNaN(lo) && Number.isNaN(hi)) return NOTHING;
  if (trace.form === 'mean') return figure((columns.mean[i] as number) / axisUnit.per);
  if (trace.quantity === chart.quantity) return range(lo, hi, axisUnit);
  const unit = unitFor(trace.quantity, hi);
  return `${range(lo, hi, unit)}${unit.name === '' ? '' : ` ${unit.name}`}`;
}

/** Formats the mean over the visible time. */
function meanText(trace: Trace, chart: Chart, axisUnit: Unit, frame: Frame, columns: Columns): string {
  const isBand = columns.lo !== columns.hi && columns.mean === columns.hi;
  const over = isBand ? null : overallOf(frame, trace.id);
  const values = isBand ? middlesOf(columns) : columns.mean;
  const mean = over?.mean ?? meanOf(frame, values, frame.overall?.t0_s);
  if (Number.isNaN(mean)) return NOTHING;
  if (trace.form === 'mean' || trace.quantity === chart.quantity) return figure(mean / axisUnit.per);
  const unit = unitFor(trace.quantity, mean);
  return `${figure(mean / unit.per)}${unit.name === '' ? '' : ` ${unit.name}`}`;
}

/** Formats the number of drops, with those since the last sample, which no column contains yet. */
function dropsText({ id, fresh }: Trace, frame: Frame, { hi }: Columns, at_s: number | null): string {
  const i = at_s === null ? -1 : columnAt(frame, at_s);
  const counted = at_s === null ? (overallOf(frame, id)?.hi ?? total(hi)) : (hi[i] ?? NaN);
  const isPresent = at_s === null ? frame.t_s <= frame.t1_s : i >= 0 && i === columnAt(frame, frame.t_s);
  const since = isPresent && fresh !== undefined ? (frame.now[fresh] ?? 0) : 0;
  return figure(since > 0 && Number.isNaN(counted) ? since : counted + since);
}

/** Formats the backlog: `mean 7.33 (0–11.0)`, or only the mean for a single class. */
function backlogText(
  { id, form }: Trace,
  unit: Unit,
  frame: Frame,
  { lo, hi, mean }: Columns,
  at_s: number | null,
): string {
  const i = at_s === null ? -1 : columnAt(frame, at_s);
  const over = at_s === null ? overallOf(frame, id) : null;
  const waited = at_s === null ? (over?.mean ?? meanOf(frame, mean, frame.overall?.t0_s)) : (mean[i] ?? NaN);
  if (Number.isNaN(waited)) return NOTHING;
  const text = figure(waited / unit.per);
  if (form === 'share') return text;
  const [least, most] = over
    ? [over.lo, over.hi]
    : at_s === null
      ? extremesOf(lo, hi)
      : [lo[i] ?? NaN, hi[i] ?? NaN];
  return READOUT.backlog(text, range(least, most, unit));
}

/** Returns all values of a chart as a sentence, for screen readers. */
export function spoken(chart: Chart, axisUnit: Unit, read: (trace: Trace) => string): string {
  const values = chart.traces.map((trace) => {
    const unit = trace.quantity === chart.quantity ? ` ${axisUnit.name}` : '';
    return `${trace.label} ${read(trace)}${unit}`;
  });
  return READOUT.sentence(titleOf(chart), values.length > 0 ? values.join(', ') : READOUT.noData);
}
